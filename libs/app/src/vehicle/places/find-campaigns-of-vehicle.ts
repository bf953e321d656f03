import type { EntityManager } from '@mikro-orm/postgresql';
import { findRecallCampaignsOfMake } from '@ve/data/vehicle/places/recall-campaign.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { matchRecallCampaigns, recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';

/** More than any car has. */
const maxCampaigns = 50;

/**
 * The campaigns of DVSA's file that may apply to a vehicle by its stored record, latest first; null without a record
 * that has make, model and age.
 */
export async function findCampaignsOfVehicle(
  em: EntityManager,
  registration: string,
): Promise<RecallCampaign[] | null> {
  const held = await findVehicleRecord(em, registration);
  const car = held && recallMatchCarOf(held.record);
  if (!car) return null;
  return matchRecallCampaigns(await findRecallCampaignsOfMake(em, car.make), car).slice(0, maxCampaigns);
}

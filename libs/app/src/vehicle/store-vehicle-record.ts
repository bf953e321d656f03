import type { EntityManager } from '@mikro-orm/postgresql';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { ChangedCampaignModel } from '@ve/data/vehicle/places/recall-campaign.repository';

/**
 * The effects of newly read data in business contexts that vehicle does not depend on, within the same transaction.
 * Each process passes its listener in.
 */
export interface VehicleListener {
  /** A vehicle has another record. */
  recordStored(em: EntityManager, record: VehicleRecord): Promise<void>;
  /** DVSA's list has other recalls of these makes and models than before. */
  campaignsChanged(em: EntityManager, changed: readonly ChangedCampaignModel[], now: Date): Promise<void>;
}

/** The effects of a fetch's end, as for `VehicleListener`. */
export interface VehicleFetchListener {
  /** A fetch or a full check of this vehicle has ended. */
  lookupEnded(em: EntityManager, ended: { registration: string; now: Date; correlationId: string }): Promise<void>;
}

/** Stores a record in the caller's transaction, unless a newer one is stored, and notifies the listener. */
export const storeVehicleRecord = async (
  em: EntityManager,
  record: VehicleRecord,
  listener: Pick<VehicleListener, 'recordStored'>,
): Promise<void> => {
  if (await saveVehicleRecordIfNewer(em, record)) await listener.recordStored(em, record);
};

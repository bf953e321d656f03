import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangedModel } from '@ve/data/vehicle/places/recall-campaign.repository';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';

/**
 * The effects of newly read data in business contexts that vehicle does not depend on, within the same transaction. Each
 * process passes its listener in.
 */
export interface VehicleListener {
  /** A vehicle has another record. */
  recordStored(em: EntityManager, record: VehicleRecord): Promise<void>;
  /** DVSA's list has other recalls of these makes and models than before. */
  campaignsChanged(em: EntityManager, changed: readonly ChangedModel[], now: Date): Promise<void>;
}

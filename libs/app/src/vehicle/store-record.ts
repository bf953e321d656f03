import type { EntityManager } from '@mikro-orm/postgresql';
import { saveVehicle } from '@ve/data/vehicle/vehicle.repository';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleListener } from './vehicle-listener.ts';

/** Stores a record in the caller's transaction, unless a newer one is stored, and notifies the listener. */
export const storeRecord = async (
  em: EntityManager,
  record: VehicleRecord,
  listener: Pick<VehicleListener, 'recordStored'>,
): Promise<void> => {
  if (await saveVehicle(em, record)) await listener.recordStored(em, record);
};

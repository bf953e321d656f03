import type { EntityManager } from '@mikro-orm/postgresql';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { addToOutbox } from '../jobs/outbox/outbox.repository.ts';
import type { VehicleFetchOutcome } from '../vehicle/vehicle-fetch/vehicle-fetch.entity.ts';
import {
  endVehicleFetch,
  insertVehicleFetch,
  type VehicleFetchRow,
} from '../vehicle/vehicle-fetch/vehicle-fetch.repository.ts';
import { saveVehicleRecordIfNewer } from '../vehicle/vehicle.repository.ts';

/** Acts as the BFF: inserts a fetch of a registration with its job. */
export const requestTestVehicleFetch = (
  em: EntityManager,
  request: { registration: string; correlationId?: string; now?: Date },
): Promise<VehicleFetchRow> =>
  em.transactional(async (transaction) => {
    const { registration, correlationId = 'request-1', now = new Date() } = request;
    const row = await insertVehicleFetch(transaction, { registration, correlationId, now });
    if (!row) throw new Error(`A fetch of ${registration} is under way`);
    await addToOutbox(
      transaction,
      { jobName: 'vehicle-fetches.run', payload: { fetchId: row.id, correlationId } },
      { now },
    );
    return row;
  });

/** Acts as the workers: ends a fetch with a result. */
export const finishTestVehicleFetch = (
  em: EntityManager,
  id: string,
  { outcome, record, now = new Date() }: { outcome: VehicleFetchOutcome; record?: VehicleRecord; now?: Date },
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    if (record) await saveVehicleRecordIfNewer(transaction, record);
    return endVehicleFetch(transaction, id, { outcome, now });
  });

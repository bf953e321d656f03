import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { FetchListener } from '../vehicle/fetch-listener.ts';

/** The result of a user's full check. */
export interface CheckedVehicle {
  userId: string;
  record: VehicleRecord;
  fullCheck: FullCheck;
}

/** The effects of a full check's end in business contexts that it does not depend on, within the same transaction. */
export interface CheckListener extends FetchListener {
  /** A check has a result, or missing parts of it were read. */
  resultStored(em: EntityManager, result: CheckedVehicle, now: Date): Promise<void>;
}

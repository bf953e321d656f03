import type { EntityManager } from '@mikro-orm/postgresql';
import { endVehicleFetch, findStuckFetches } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { fetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { answersFromSections, assembleRecord, fetchOutcomeOf } from '../assemble-record.ts';
import { storeRecord, type FetchListener, type VehicleListener } from '../store-record.ts';

/**
 * Ends the fetches that were not done in time with the responses so far; other sources count as unavailable. Returns their
 * ids.
 */
export const closeStuckFetches = async (
  em: EntityManager,
  { now, listener }: { now: Date; listener: VehicleListener & FetchListener },
): Promise<string[]> => {
  const before = new Date(now.getTime() - fetchTimeLimits.closedMs);
  const closed: string[] = [];
  for (const { id, registration, sections, correlationId } of await findStuckFetches(em, { before, now })) {
    const answers = answersFromSections(sections, now);
    const outcome = fetchOutcomeOf(answers);
    await em.transactional(async (transaction) => {
      if (!(await endVehicleFetch(transaction, id, { outcome, now }))) return;
      if (outcome === 'found') await storeRecord(transaction, assembleRecord(registration, answers), listener);
      await listener.lookupEnded(transaction, { registration, now, correlationId });
      closed.push(id);
    });
  }
  return closed;
};

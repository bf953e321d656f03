import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeEntryBatch } from '@ve/data/privacy/retention/purge-batch';
import {
  purgeCutoff,
  type PurgedRetentionName,
  purgedRetentionNames,
  type RetentionEntry,
  retentionSchedule,
} from '@ve/domain/privacy/retention';

/** Before this instant rows are purged: now less the retention, or now for rows with a date of their own. */
const beforeOf = (entry: RetentionEntry, now: Date): Date =>
  entry.days === undefined ? now : purgeCutoff({ ...entry, days: entry.days }, now);

/**
 * Runs the purge of every entry of the retention table in batches, each in a transaction, until nothing is left: with
 * one batch per run, a fast-growing table would retain too much. Stops between two batches when `isClosed`. Returns the
 * number of purged rows by entry.
 */
export const runAllPurges = async (
  fork: () => EntityManager,
  { now, isClosed }: { now: Date; isClosed: () => boolean },
): Promise<Record<PurgedRetentionName, number>> => {
  const purged: Partial<Record<PurgedRetentionName, number>> = {};
  for (const name of purgedRetentionNames) {
    const time = { before: beforeOf(retentionSchedule[name], now), now };
    let all = 0;
    for (let batch = 1; batch > 0 && !isClosed(); all += batch) {
      batch = await fork().transactional((em) => purgeEntryBatch(em, name, time));
    }
    purged[name] = all;
  }
  return purged as Record<PurgedRetentionName, number>;
};

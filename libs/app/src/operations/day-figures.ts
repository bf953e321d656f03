import type { EntityManager } from '@mikro-orm/postgresql';
import { countDayFigures } from '@ve/data/operations/analytics/day-figures.repository';
import {
  findDaysCountedSince,
  findStoredDayFigures,
  storeDayFigures,
  tryLockDayFigures,
} from '@ve/data/operations/analytics/stored-day-figures.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import {
  analyticsRanges,
  type DayFigures,
  dayFiguresRecountMs,
  daysOfRange,
  groupFiguresByDay,
  storedDaysOfRange,
} from '@ve/domain/operations/analytics/day-figures';

export interface DayFiguresWithAge {
  days: DayFigures[];
  /** When the oldest of these counts was made; null: all were counted now. */
  countedAt: Date | null;
}

/**
 * Returns the figures of each day of a range that ends today, the oldest first: stored ones for earlier days; counted
 * ones for the latest days, and for all days from the first that is not stored.
 */
export const readDayFigures = async (em: EntityManager, range: number, now: Date): Promise<DayFiguresWithAge> => {
  const days = daysOfRange(londonDate(now), range);
  const storable = storedDaysOfRange(londonDate(now), range);
  const rows = await findStoredDayFigures(em, storable);
  const missing = storable.findIndex((day, index) => rows[index]?.figures.date !== day);
  const stored = rows.slice(0, missing === -1 ? storable.length : missing);
  const open = days.slice(stored.length);
  const [first = '', last = ''] = [open[0], open.at(-1)];
  const counted = groupFiguresByDay(open, await countDayFigures(em, { first, last }));
  const times = stored.map(({ countedAt }) => countedAt.getTime());
  return {
    days: [...stored.map(({ figures }) => figures), ...counted],
    countedAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
};

/** Days counted in one statement, which takes about a second at a million payments a year. */
const batchDays = 28;

/**
 * Counts and stores the next days that are missing or to be counted again, in the caller's transaction. Returns how
 * many; 0 when none is due or another process is counting.
 */
export const countAndStoreDayFigures = async (em: EntityManager, now: Date): Promise<number> => {
  if (!(await tryLockDayFigures(em))) return 0;
  const all = storedDaysOfRange(londonDate(now), Math.max(...analyticsRanges));
  const known = new Set(await findDaysCountedSince(em, new Date(now.getTime() - dayFiguresRecountMs)));
  // The latest first, because they are requested most.
  const last = all.findLastIndex((day) => !known.has(day));
  if (last === -1) return 0;
  const batch = all.slice(Math.max(0, last + 1 - batchDays), last + 1);
  const counted = await countDayFigures(em, { first: batch[0] ?? '', last: batch.at(-1) ?? '' });
  await storeDayFigures(em, groupFiguresByDay(batch, counted), now);
  return batch.length;
};

/** Counts the figures of every day that is due, a batch in each transaction. Returns how many days were counted. */
export const storeOutstandingDayFigures = async (
  fork: () => EntityManager,
  { now, isClosed }: { now: Date; isClosed: () => boolean },
): Promise<number> => {
  let all = 0;
  while (!isClosed()) {
    const counted = await fork().transactional((transaction) => countAndStoreDayFigures(transaction, now));
    if (counted === 0) break;
    all += counted;
  }
  return all;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import {
  analyticsRanges,
  type DayFigures,
  daysOfRange,
  groupFiguresByDay,
} from '@ve/domain/operations/analytics/day-figures';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countDayFigures } from './day-figures.repository.ts';

/** The latest days are counted on each read, so that late events from Stripe are included immediately. */
const freshDays = 3;

/**
 * Earlier days seldom change (a cancellation is undone, a bank decides), so they are counted again at this interval.
 */
const countedEveryMs = 24 * 3_600_000;

/** Days counted in one statement, which takes about a second at a million payments a year. */
const batchDays = 28;

/** The id of the advisory lock. */
const dayFiguresLock = 7_150_224;

const maxDays = Math.max(...analyticsRanges);

/** The days of a range ending today that are stored once counted. */
const storedDays = (now: Date, range: number) => daysOfRange(londonDate(now), range).slice(0, -freshDays);

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
  const storable = storedDays(now, range);
  const rows = await tables(em)
    .selectFrom('day_figures')
    .select([
      sql<string>`day::text`.as('date'),
      'signUps',
      'newMembers',
      'cancellations',
      'refunds',
      'grossPence',
      'returnedPence',
    ])
    .where('day', 'in', storable)
    .orderBy('day')
    .execute();
  const missing = storable.findIndex((day, index) => rows[index]?.date !== day);
  const stored = rows.slice(0, missing === -1 ? storable.length : missing);
  const open = days.slice(stored.length);
  const [first = '', last = ''] = [open[0], open.at(-1)];
  const counted = groupFiguresByDay(open, await countDayFigures(em, { first, last }));
  return { days: [...stored, ...counted], countedAt: await oldestCount(em, stored) };
};

const oldestCount = async (em: EntityManager, days: readonly DayFigures[]): Promise<Date | null> => {
  if (days.length === 0) return null;
  const { countedAt } = await tables(em)
    .selectFrom('day_figures')
    .select(({ fn }) => fn.min('countedAt').as('countedAt'))
    .where(
      'day',
      'in',
      days.map(({ date }) => date),
    )
    .executeTakeFirstOrThrow();
  return countedAt;
};

/**
 * Counts and stores the next days that are missing or older than a day, in the caller's transaction. Returns how many;
 * 0 when none is due or another process is counting.
 */
export const countAndStoreDayFigures = async (em: EntityManager, now: Date): Promise<number> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${dayFiguresLock}) as mine, set_config('statement_timeout', '60s', true)
  `.execute(tables(em));
  if (rows[0]?.mine !== true) return 0;
  const all = storedDays(now, maxDays);
  const settled = await tables(em)
    .selectFrom('day_figures')
    .select(sql<string>`day::text`.as('day'))
    .where('countedAt', '>', new Date(now.getTime() - countedEveryMs))
    .execute();
  const known = new Set(settled.map(({ day }) => day));
  // The latest first, because they are requested most.
  const last = all.findLastIndex((day) => !known.has(day));
  if (last === -1) return 0;
  const batch = all.slice(Math.max(0, last + 1 - batchDays), last + 1);
  const counted = await countDayFigures(em, { first: batch[0] ?? '', last: batch.at(-1) ?? '' });
  await tables(em)
    .insertInto('day_figures')
    .values(
      groupFiguresByDay(batch, counted).map((figures) => ({
        day: figures.date,
        signUps: figures.signUps,
        newMembers: figures.newMembers,
        cancellations: figures.cancellations,
        refunds: figures.refunds,
        grossPence: figures.grossPence,
        returnedPence: figures.returnedPence,
        countedAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet(({ ref }) => ({
        signUps: ref('excluded.signUps'),
        newMembers: ref('excluded.newMembers'),
        cancellations: ref('excluded.cancellations'),
        refunds: ref('excluded.refunds'),
        grossPence: ref('excluded.grossPence'),
        returnedPence: ref('excluded.returnedPence'),
        countedAt: ref('excluded.countedAt'),
      })),
    )
    .execute();
  return batch.length;
};

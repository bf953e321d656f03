import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayFigures } from '@ve/domain/operations/analytics/day-figures';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Returns the stored figures of these days and when they were counted, the oldest first. */
export const findStoredDayFigures = async (
  em: EntityManager,
  days: readonly IsoDate[],
): Promise<{ figures: DayFigures; countedAt: Date }[]> => {
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
      'countedAt',
    ])
    .where('day', 'in', days)
    .orderBy('day')
    .execute();
  return rows.map(({ countedAt, ...figures }) => ({ figures, countedAt }));
};

/** Returns the days whose stored figures were counted after `since`. */
export const findDaysCountedSince = async (em: EntityManager, since: Date): Promise<IsoDate[]> => {
  const rows = await tables(em)
    .selectFrom('day_figures')
    .select(sql<string>`day::text`.as('day'))
    .where('countedAt', '>', since)
    .execute();
  return rows.map(({ day }) => day);
};

/** The id of the advisory lock. */
const dayFiguresLock = 7_150_224;

/**
 * Makes the caller's transaction the only one that counts figures, and gives its statements a minute each; false when
 * another is counting.
 */
export const tryLockDayFigures = async (em: EntityManager): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${dayFiguresLock}) as mine, set_config('statement_timeout', '60s', true)
  `.execute(tables(em));
  return rows[0]?.mine === true;
};

/** Stores the figures of days, counted at `now`. */
export const storeDayFigures = async (em: EntityManager, days: readonly DayFigures[], now: Date): Promise<void> => {
  await tables(em)
    .insertInto('day_figures')
    .values(days.map(({ date, ...figures }) => ({ ...figures, day: date, countedAt: now })))
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
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/**
 * Returns the restore of this backup, when `after-restore` has started it; `confirmedLostAccounts` is the confirmed
 * number of lost accounts.
 */
export const findDatabaseRestore = async (
  em: EntityManager,
  backupTakenAt: Date,
): Promise<{ confirmedLostAccounts: number | null } | null> => {
  const query = tables(em).selectFrom('restores').select('confirmedLostAccounts');
  return (await query.where('backupTakenAt', '=', backupTakenAt).executeTakeFirst()) ?? null;
};

/** False in a database that never had an account. */
export const hasAnyUsers = async (em: EntityManager): Promise<boolean> =>
  (await tables(em).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/**
 * Returns when `after-restore` first ran for this backup, and whether that is this run. The number confirmed by the
 * first run is kept.
 */
export const beginDatabaseRestore = async (
  em: EntityManager,
  { backupTakenAt, confirmedLostAccounts }: { backupTakenAt: Date; confirmedLostAccounts: number | null },
  now: Date,
): Promise<{ startedAt: Date; isFirst: boolean }> =>
  tables(em)
    .insertInto('restores')
    .values({ backupTakenAt, startedAt: now, confirmedLostAccounts })
    .onConflict((conflict) =>
      conflict.column('backupTakenAt').doUpdateSet({
        confirmedLostAccounts: sql`coalesce(restores.confirmed_lost_accounts, excluded.confirmed_lost_accounts)`,
      }),
    )
    // After an update xmax is the id of the transaction.
    .returning(['startedAt', sql<boolean>`xmax = 0`.as('isFirst')])
    .executeTakeFirstOrThrow();

/** Records the end of the restore, once; never earlier than its start, regardless of this run's clock. */
export const finishDatabaseRestore = async (em: EntityManager, backupTakenAt: Date, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('restores')
    .set({ finishedAt: sql`greatest(started_at, ${now.toISOString()}::timestamptz)` })
    .where('backupTakenAt', '=', backupTakenAt)
    .where('finishedAt', 'is', null)
    .execute();
};

/** Returns the newest time in the tables that are written all the time; null in an empty database. */
export const findNewestRowTime = async (em: EntityManager): Promise<Date | null> => {
  const found = await sql<{ at: Date | null }>`
    select greatest(
      (select max(created_at) from mails),
      (select max(created_at) from sign_ups),
      (select max(finished_at) from scheduled_jobs)
    ) as at
  `.execute(tables(em));
  return found.rows[0]?.at ?? null;
};

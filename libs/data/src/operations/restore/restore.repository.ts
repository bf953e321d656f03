import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** The restore of this backup, when `after-restore` has begun it; `confirmedLostAccounts` is how many lost accounts were confirmed. */
export const findRestore = async (
  em: EntityManager,
  backupTakenAt: Date,
): Promise<{ confirmedLostAccounts: number | null } | null> => {
  const query = tables(em).selectFrom('restores').select('confirmedLostAccounts');
  return (await query.where('backupTakenAt', '=', backupTakenAt).executeTakeFirst()) ?? null;
};

/** False in a database that never had an account. */
export const hasUsers = async (em: EntityManager): Promise<boolean> =>
  (await tables(em).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** When `after-restore` first ran for this backup, and whether that is now. What the first run confirmed stays. */
export const beginRestore = async (
  em: EntityManager,
  { backupTakenAt, confirmedLostAccounts }: { backupTakenAt: Date; confirmedLostAccounts: number | null },
  now: Date,
): Promise<{ beganAt: Date; isFirst: boolean }> =>
  tables(em)
    .insertInto('restores')
    .values({ backupTakenAt, beganAt: now, confirmedLostAccounts })
    .onConflict((conflict) =>
      conflict
        .column('backupTakenAt')
        .doUpdateSet({
          confirmedLostAccounts: sql`coalesce(restores.confirmed_lost_accounts, excluded.confirmed_lost_accounts)`,
        }),
    )
    // Of an update xmax is the transaction's id.
    .returning(['beganAt', sql<boolean>`xmax = 0`.as('isFirst')])
    .executeTakeFirstOrThrow();

/** Records that everything was done, once: not before it began, whatever the clock of this run says. */
export const finishRestore = async (em: EntityManager, backupTakenAt: Date, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('restores')
    .set({ finishedAt: sql`greatest(began_at, ${now.toISOString()}::timestamptz)` })
    .where('backupTakenAt', '=', backupTakenAt)
    .where('finishedAt', 'is', null)
    .execute();
};

/** The newest row that people or the service write all the time; null in an empty database. */
export const newestRowAt = async (em: EntityManager): Promise<Date | null> => {
  const found = await sql<{ at: Date | null }>`
    select greatest(
      (select max(created_at) from mails),
      (select max(created_at) from sign_ups),
      (select max(ended_at) from scheduled_jobs)
    ) as at
  `.execute(tables(em));
  return found.rows[0]?.at ?? null;
};

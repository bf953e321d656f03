import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface StaffPasswordLinkRow {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

/**
 * Stores a link with which a user sets a password; returns its id. The worker that builds its mail sends it only to an
 * admin. `userId` is null when the address has no account.
 */
export const addStaffPasswordLink = async (
  em: EntityManager,
  { userId, validMs }: { userId: string | null; validMs: number },
  now: Date,
): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('password_resets')
    .values({ userId, createdAt: now, expiresAt: new Date(now.getTime() + validMs) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns a link that is to be mailed, by its id; null when it has ended. */
export const findStaffPasswordLink = async (
  em: EntityManager,
  id: string,
): Promise<{ createdAt: Date; expiresAt: Date; usedAt: Date | null; isAdmin: boolean } | null> => {
  const row = await tables(em)
    .selectFrom('password_resets')
    .select(['createdAt', 'expiresAt', 'usedAt'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles')
          .select('user_roles.id')
          .whereRef('user_roles.userId', '=', 'password_resets.userId')
          .where('role', '=', 'admin'),
      ).as('isAdmin'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, isAdmin: Boolean(row.isAdmin) } : null;
};

/** Stores the hash of the token in the link that is mailed. */
export const setStaffPasswordLinkToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em).updateTable('password_resets').set({ tokenHash }).where('id', '=', id).execute();
};

/**
 * Returns a link by the hash of its token, with its user locked until the caller's transaction ends; null when there is
 * none.
 */
export const findStaffPasswordLinkLockingUser = async (
  em: EntityManager,
  tokenHash: string,
): Promise<StaffPasswordLinkRow | null> => {
  await sql`
    select from users where id = (select user_id from password_resets where token_hash = ${tokenHash})
    for no key update
  `.execute(tables(em));
  const row = await tables(em)
    .selectFrom('password_resets')
    .select(['id', 'userId', 'createdAt', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  // A link without a user was never mailed.
  return row && row.userId !== null ? { ...row, userId: row.userId } : null;
};

/** Marks a link as redeemed and ends every other link of its user. */
export const redeemStaffPasswordLink = async (
  em: EntityManager,
  { id, userId }: Pick<StaffPasswordLinkRow, 'id' | 'userId'>,
  now: Date,
): Promise<void> => {
  await tables(em).updateTable('password_resets').set({ usedAt: now }).where('id', '=', id).execute();
  await tables(em).deleteFrom('password_resets').where('userId', '=', userId).where('id', '<>', id).execute();
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

export interface StaffAccount {
  userId: string;
  email: string;
  /** Null when no password was set yet. */
  passwordHash: string | null;
  isAdmin: boolean;
  /** Browsers that signed in before this are unknown again; null: no limit. */
  knownBrowsersValidFrom: Date | null;
}

interface FoundAccount {
  id: string;
  email: string;
  passwordHash: string | null;
  isAdmin: boolean;
  since: number | null;
}

const find = async (em: EntityManager, where: ReturnType<typeof sql>): Promise<StaffAccount | null> => {
  const found = await sql<FoundAccount>`
    select id, email, password_hash, (extract(epoch from known_browsers_valid_from) * 1000)::float8 as since,
      exists (select from user_roles where user_id = users.id and role = 'admin') as is_admin
    from users where ${where}
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return null;
  const { id: userId, email, passwordHash, isAdmin, since } = row;
  return { userId, email, passwordHash, isAdmin, knownBrowsersValidFrom: since === null ? null : new Date(since) };
};

/** Returns the account of an address, with what a sign-in by password needs; null when there is none. */
export const findStaffAccount = (em: EntityManager, email: string): Promise<StaffAccount | null> =>
  find(em, sql`email = ${email}`);

/**
 * Returns the account of a user.
 * @throws Error when it was deleted
 */
export const staffAccountOf = async (em: EntityManager, userId: string): Promise<StaffAccount> => {
  const account = await find(em, sql`id = ${userId}`);
  if (!account) throw new Error('The account is gone');
  return account;
};

export const setPasswordHash = async (em: EntityManager, userId: string, hash: string): Promise<void> => {
  await tables(em).updateTable('users').set({ passwordHash: hash }).where('id', '=', userId).execute();
};

/** Stores a password's hash at the current cost, unless the password was changed meanwhile. */
export const upgradePasswordHashCost = async (
  em: EntityManager,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> => {
  await tables(em)
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .execute();
};

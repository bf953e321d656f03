import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

export interface StaffAccount {
  userId: string;
  email: string;
  /** Null: no password was set yet. */
  passwordHash: string | null;
  isAdmin: boolean;
}

const find = async (em: EntityManager, where: ReturnType<typeof sql>): Promise<StaffAccount | null> => {
  const found = await sql<{ id: string; email: string; password_hash: string | null; is_admin: boolean }>`
    select id, email, password_hash,
      exists (select from user_roles where user_id = users.id and role = 'admin') as is_admin
    from users where ${where}
  `.execute(tables(em));
  const [row] = found.rows;
  return row ? { userId: row.id, email: row.email, passwordHash: row.password_hash, isAdmin: row.is_admin } : null;
};

/** The account of an address, with what a sign-in by password needs; null when there is none. */
export const findStaffAccount = (em: EntityManager, email: string): Promise<StaffAccount | null> =>
  find(em, sql`email = ${email}`);

/** The account of a user. @throws Error when it is gone */
export const staffAccountOf = async (em: EntityManager, userId: string): Promise<StaffAccount> => {
  const account = await find(em, sql`id = ${userId}`);
  if (!account) throw new Error('The account is gone');
  return account;
};

/** Stores the hash of a new password. */
export const setPasswordHash = async (em: EntityManager, userId: string, hash: string): Promise<void> => {
  await tables(em).updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
};

/** Stores a password's hash at the current cost, unless the password was changed meanwhile. */
export const replacePasswordHash = async (
  em: EntityManager,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> => {
  await tables(em)
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

/**
 * Creates an account with the role `user` and an unverified address; returns its id, or null when the address has an
 * account already.
 */
export const createUser = async (em: EntityManager, email: string, now: Date): Promise<string | null> => {
  const user = await tables(em)
    .insertInto('users')
    .values({ email, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) return null;
  await tables(em).insertInto('user_roles').values({ userId: user.id, role: 'user', createdAt: now }).execute();
  return user.id;
};

/** Whether a user's address is unverified; the user stays locked until the caller's transaction ends. */
export const lockUserIfUnverified = async (em: EntityManager, id: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('users')
    .select('emailVerifiedAt')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.emailVerifiedAt === null;
};

/** Returns the ids of accounts by their addresses. */
export const findUserIdsByEmail = async (
  em: EntityManager,
  emails: readonly string[],
): Promise<Map<string, string>> => {
  if (emails.length === 0) return new Map();
  const rows = await tables(em).selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the addresses of accounts by their ids; ignores values that are not ids. */
export const findEmailsByUserId = async (em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> => {
  const validIds = [...new Set(ids)].filter((id) => uuid.test(id));
  if (validIds.length === 0) return new Map();
  const rows = await tables(em).selectFrom('users').select(['id', 'email']).where('id', 'in', validIds).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** Returns the id of the account of an address, or null when there is none. */
export const findUserIdByEmail = async (em: EntityManager, email: string): Promise<string | null> => {
  const row = await tables(em).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? null;
};

/** Returns the id of the account of an address, locked until the caller's transaction ends; null when there is none. */
export const lockUserByEmail = async (em: EntityManager, email: string): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Returns the address of a user, and whether it is confirmed; null when there is none. */
export const findEmailOfUser = async (
  em: EntityManager,
  id: string,
): Promise<{ email: string; isConfirmed: boolean } | null> => {
  const row = await tables(em)
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { email: row.email, isConfirmed: row.emailVerifiedAt !== null } : null;
};

/** Returns the address of a user, which cannot change until the caller's transaction ends; null when there is none. */
export const lockUserEmail = async (em: EntityManager, id: string): Promise<string | null> => {
  const row = await tables(em).selectFrom('users').select('email').where('id', '=', id).forShare().executeTakeFirst();
  return row?.email ?? null;
};

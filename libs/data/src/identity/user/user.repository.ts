import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

/** Creates an account with the role `user`, its address unverified; null when the address has an account already. */
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
export const lockUnverifiedUser = async (em: EntityManager, id: string): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('users')
    .select('emailVerifiedAt')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.emailVerifiedAt === null;
};

/** The accounts of addresses, by address. */
export const findUserIds = async (em: EntityManager, emails: readonly string[]): Promise<Map<string, string>> => {
  if (emails.length === 0) return new Map();
  const rows = await tables(em).selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The addresses of accounts, by id; what is no id is left out. */
export const findEmails = async (em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> => {
  const asked = [...new Set(ids)].filter((id) => uuid.test(id));
  if (asked.length === 0) return new Map();
  const rows = await tables(em).selectFrom('users').select(['id', 'email']).where('id', 'in', asked).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** The account of an address; null when there is none. */
export const findUserId = async (em: EntityManager, email: string): Promise<string | null> => {
  const row = await tables(em).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? null;
};

/** The account of an address, which stays locked until the caller's transaction ends; null when there is none. */
export const lockUserByEmail = async (em: EntityManager, email: string): Promise<string | null> => {
  const row = await tables(em)
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
};

/** The address of a user, which nobody changes until the caller's transaction ends; null when there is none. */
export const lockEmailOf = async (em: EntityManager, id: string): Promise<string | null> => {
  const row = await tables(em).selectFrom('users').select('email').where('id', '=', id).forShare().executeTakeFirst();
  return row?.email ?? null;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/http/session';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../entities.ts';
import { type KeysetPage, pageClauses, type PagePlace, toPage } from '../list/keyset-page.ts';

/** `roles`: those that are stored. */
export interface ListedUserRow {
  id: string;
  email: string;
  createdAt: Date;
  roles: Role[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Addresses are stored in lower case; what a pattern would take for more than itself is taken for itself. */
const matches = (search: string | null): RawBuilder<boolean> => {
  if (search === null) return sql`true`;
  const term = search.toLowerCase();
  if (uuid.test(term)) return sql`users.id = ${term}`;
  return sql`users.email like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
};

/** A page of the users, newest first: all of them, or those with `search` in their address or as their id. */
export const listUsers = async (
  em: EntityManager,
  place: PagePlace,
  search: string | null,
): Promise<KeysetPage<ListedUserRow>> => {
  const { where, tail } = pageClauses(place, { at: 'users.created_at', id: 'users.id' });
  const rows = await tables(em)
    .selectFrom('users')
    .select([
      'users.id',
      'users.email',
      'users.created_at as createdAt',
      sql<Role[]>`array(select role from user_roles where user_id = users.id order by role)`.as('roles'),
    ])
    .where(where)
    .where(matches(search))
    .modifyEnd(tail)
    .execute();
  return toPage(place, rows);
};

/** How many users a search finds, counted up to `most`. */
export const countUsersFound = async (em: EntityManager, search: string, most: number): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from users where ${matches(search)} limit ${most}) found
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/**
 * The ids of the admins. Of several changes of roles, one at a time gets past this until the caller's transaction ends,
 * so that none decides by an admin whom another removes.
 */
export const lockAdmins = async (em: EntityManager): Promise<string[]> => {
  const admins = await sql<{ userId: string }>`
    select user_id as "userId" from user_roles where role = 'admin' order by id for update
  `.execute(tables(em));
  return admins.rows.map(({ userId }) => userId);
};

/** Whether there is such a user. */
export const isUser = async (em: EntityManager, id: string): Promise<boolean> => {
  const row = await tables(em).selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
};

/** Gives a user a role; false when they have it. */
export const addRole = async (em: EntityManager, userId: string, role: Role, now: Date): Promise<boolean> => {
  const added = await tables(em)
    .insertInto('user_roles')
    .values({ user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'role']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/** Takes a role from a user; false when they do not have it. */
export const removeRole = async (em: EntityManager, userId: string, role: Role): Promise<boolean> => {
  const removed = await tables(em)
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
};

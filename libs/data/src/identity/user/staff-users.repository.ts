import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@ve/contracts/roles';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import {
  countRowsContainingTerm,
  findPageContainingTerm,
  type SearchedList,
} from '../../kernel/list/contains-search.ts';
import type { CappedTotal } from '../../kernel/list/capped-total.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../../kernel/list/keyset-page.ts';

/** `roles` are the stored ones. */
export interface ListedUserRow {
  id: string;
  email: string;
  createdAt: Date;
  roles: Role[];
}

const searched: SearchedList = {
  table: 'users',
  at: 'created_at',
  columns: [{ name: 'email', stored: 'lower' }],
};

const isId = (search: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(search);

const withRoles = (em: EntityManager) =>
  tables(em)
    .selectFrom('users')
    .select([
      'users.id',
      'users.email',
      'users.createdAt',
      sql<Role[]>`array(select role from user_roles where user_id = users.id order by role)`.as('roles'),
    ]);

/** A page of the users, newest first. */
export const listUsers = async (em: EntityManager, place: PagePosition): Promise<KeysetPage<ListedUserRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'users.created_at', id: 'users.id' });
  return toKeysetPage(place, await withRoles(em).where(where).modifyEnd(tail).execute());
};

/** A page of the users with `search` in their address, newest first; for a complete id, the user with this id. */
export const searchUsers = async (
  em: EntityManager,
  place: PagePosition,
  search: string,
): Promise<KeysetPage<ListedUserRow>> => {
  if (isId(search)) {
    const rows = await withRoles(em).where('users.id', '=', search).execute();
    return { rows, hasNewer: false, hasOlder: false };
  }
  const page = await findPageContainingTerm(em, { list: searched, term: search, place });
  const ids = page.rows.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await withRoles(em).where('users.id', 'in', ids).execute();
  return { ...page, rows: rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) };
};

/** Counts the users that a search finds, up to a thousand. */
export const countUsersMatchingSearch = async (em: EntityManager, search: string): Promise<CappedTotal> => {
  if (!isId(search)) return countRowsContainingTerm(em, searched, search);
  return { total: (await userExists(em, search)) ? 1 : 0, isMore: false };
};

/**
 * Returns the ids of the admins, locked until the caller's transaction ends: concurrent role changes are serialised, so
 * that two admins cannot remove each other and leave none.
 */
export const lockAdmins = async (em: EntityManager): Promise<string[]> => {
  const admins = await sql<{ userId: string }>`
    select user_id from user_roles where role = 'admin' order by id for update
  `.execute(tables(em));
  return admins.rows.map(({ userId }) => userId);
};

export const userExists = async (em: EntityManager, id: string): Promise<boolean> => {
  const row = await tables(em).selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
};

/** Gives a user a role; false when they have it. */
export const addRoleToUser = async (
  em: EntityManager,
  { userId, role }: { userId: string; role: Role },
  now: Date,
): Promise<boolean> => {
  const added = await tables(em)
    .insertInto('user_roles')
    .values({ userId, role, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'role']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/** Takes a role from a user; false when they do not have it. */
export const removeRoleOfUser = async (em: EntityManager, userId: string, role: Role): Promise<boolean> => {
  const removed = await tables(em)
    .deleteFrom('user_roles')
    .where('userId', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
};

import { readWithAudit } from '@ve/app/identity/staff/staff-audit';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import type { listUsersEndpoint, UserListPage } from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import {
  countUsersMatchingSearch,
  searchUsers,
  listUsers as readUsers,
} from '@ve/data/identity/user/staff-users.repository';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';

/** Lists a page and audits the ids of the users shown, but not the search text. */
export async function listUsers(
  context: Context,
  query: ParsedRequestQuery<typeof listUsersEndpoint>,
  search?: string,
): Promise<UserListPage> {
  const place = pagePositionOf(query);
  const { page, total } = await readWithAudit(
    context,
    async (em) =>
      search === undefined
        ? { page: await readUsers(em, place), total: await readListTotal(em, 'users', context.now()) }
        : { page: await searchUsers(em, place, search), total: await countUsersMatchingSearch(em, search) },
    ({ page: { rows } }) => ({
      action: 'users.listed',
      details: { found: rows.map(({ id }) => id), ...(search === undefined ? {} : { searched: true }) },
    }),
  );
  return toListPage({
    page,
    total,
    at: ({ createdAt }) => createdAt,
    show: ({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() }),
  });
}

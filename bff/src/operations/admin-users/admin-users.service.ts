import { Injectable } from '@nestjs/common';
import { readAudited } from '@ve/app/identity/staff/staff-audit';
import type { QueryOf } from '@ve/contracts/endpoint';
import type { listUsers, UserPage } from '@ve/contracts/http/operations/admin-users';
import type { Context } from '@ve/data/kernel/context';
import { countUsersFound, findUsers, listUsers as readUsers } from '@ve/data/identity/user/staff-users.repository';
import { totalOf } from '@ve/data/operations/lists/list-totals.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';

@Injectable()
export class AdminUsersService {
  /** Lists a page and audits the ids of the users shown, but not the search text. */
  async list(context: Context, query: QueryOf<typeof listUsers>, search?: string): Promise<UserPage> {
    const place = pagePositionOf(query);
    const { page, total } = await readAudited(
      context,
      async (em) =>
        search === undefined
          ? { page: await readUsers(em, place), total: await totalOf(em, 'users', context.now()) }
          : { page: await findUsers(em, place, search), total: await countUsersFound(em, search) },
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
}

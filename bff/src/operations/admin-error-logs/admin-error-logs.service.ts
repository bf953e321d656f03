import { Injectable } from '@nestjs/common';
import type { QueryOf } from '@ve/contracts/endpoint';
import type {
  ErrorGroupPage,
  ErrorOccurrencePage,
  listErrorGroups,
} from '@ve/contracts/http/operations/admin-error-logs';
import type { PageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import type { Context } from '@ve/data/kernel/context';
import {
  countErrorGroups,
  countOccurrences,
  type ErrorGroupFilter,
  listErrorGroups as readGroups,
  listOccurrences,
} from '@ve/data/operations/error-log/error-group.repository';
import { totalOf } from '@ve/data/operations/lists/list-totals.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';
import { requireErrorFingerprint } from '@ve/app/operations/solve-error';
import { readAudited } from '@ve/app/identity/staff/staff-audit';
import { toErrorGroup, toErrorOccurrence } from './admin-error-logs.mapper.ts';

@Injectable()
export class AdminErrorLogsService {
  async list(
    { em, now }: Context,
    { search, state = 'open', type, ...place }: QueryOf<typeof listErrorGroups>,
  ): Promise<ErrorGroupPage> {
    const filter: ErrorGroupFilter = { search, state, type };
    const page = await readGroups(em, pagePositionOf(place), filter);
    const isAll = search === undefined && state === 'all' && type === undefined;
    const total = isAll ? await totalOf(em, 'error-groups', now()) : await countErrorGroups(em, filter);
    return toListPage({ page, total, at: ({ lastSeen }) => lastSeen, show: toErrorGroup });
  }

  /**
   * The occurrences of an error. If signed-in users are among them, the read is audited in the same transaction.
   * @throws ProblemError `not-found` for an unknown id
   */
  async occurrences(context: Context, id: string, place: PageQuery): Promise<ErrorOccurrencePage> {
    const { page, total } = await readAudited(
      context,
      async (em) => {
        const fingerprint = await requireErrorFingerprint(em, id);
        return {
          page: await listOccurrences(em, pagePositionOf(place), fingerprint),
          total: await countOccurrences(em, fingerprint),
        };
      },
      ({ page: { rows } }) => {
        const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
        return userIds.length === 0 ? null : { action: 'error.viewed', subject: id, details: { userIds } };
      },
    );
    return toListPage({ page, total, at: ({ lastSeen }) => lastSeen, show: toErrorOccurrence });
  }
}

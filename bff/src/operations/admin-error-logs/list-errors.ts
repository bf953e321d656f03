import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import type {
  ErrorGroupPage,
  ErrorOccurrencePage,
  listErrorGroupsEndpoint,
  ErrorGroup,
  ErrorOccurrence,
} from '@ve/contracts/http/operations/admin-error-logs';
import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import type { Context } from '@ve/data/kernel/context';
import {
  countErrorGroups,
  countErrorOccurrences,
  type ErrorGroupFilter,
  listErrorGroups as readGroups,
  listErrorOccurrences,
  type ErrorGroupRow,
  type ErrorOccurrenceRow,
} from '@ve/data/operations/error-log/error-group.repository';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';
import { requireErrorGroupFingerprint } from '@ve/app/operations/error-logs';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';
import { findSourcePositions } from './source-positions.ts';

export async function listErrorGroups(
  { em, now }: Context,
  { search, state = 'open', type, ...place }: ParsedRequestQuery<typeof listErrorGroupsEndpoint>,
): Promise<ErrorGroupPage> {
  const filter: ErrorGroupFilter = { search, state, type };
  const page = await readGroups(em, pagePositionOf(place), filter);
  const isAll = search === undefined && state === 'all' && type === undefined;
  const total = isAll ? await readListTotal(em, 'error-groups', now()) : await countErrorGroups(em, filter);
  return toListPage({ page, total, at: ({ lastSeen }) => lastSeen, show: toErrorGroup });
}

/**
 * The occurrences of an error. If signed-in users are among them, the read is audited in the same transaction.
 * @throws ProblemError `not-found` for an unknown id
 */
export async function listOccurrences(
  context: Context,
  id: string,
  place: StaffListPageQuery,
): Promise<ErrorOccurrencePage> {
  const { page, total } = await readWithAudit(
    context,
    async (em) => {
      const fingerprint = await requireErrorGroupFingerprint(em, id);
      return {
        page: await listErrorOccurrences(em, pagePositionOf(place), fingerprint),
        total: await countErrorOccurrences(em, fingerprint),
      };
    },
    ({ page: { rows } }) => {
      const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
      return userIds.length === 0 ? null : { action: 'error.viewed', subject: id, details: { userIds } };
    },
  );
  const sources = await findSourcePositions(
    context.em,
    page.rows.map(({ stack }) => stack),
  );
  const rows = page.rows.map((row, index) => ({ ...row, sources: sources[index] ?? [] }));
  return toListPage({ page: { ...page, rows }, total, at: ({ lastSeen }) => lastSeen, show: toErrorOccurrence });
}

const toErrorGroup = ({
  occurrences,
  firstSeen,
  lastSeen,
  solvedAt,
  solvedBy,
  reopenedAt,
  ...group
}: ErrorGroupRow): ErrorGroup => ({
  ...group,
  reports: occurrences,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
  solved: solvedAt && { at: solvedAt.toISOString(), by: solvedBy },
  reopenedAt: reopenedAt?.toISOString() ?? null,
});

const toErrorOccurrence = ({
  timestamp,
  lastSeen,
  occurrences,
  ...row
}: ErrorOccurrenceRow & Pick<ErrorOccurrence, 'sources'>): ErrorOccurrence => ({
  ...row,
  firstSeen: timestamp.toISOString(),
  lastSeen: lastSeen.toISOString(),
  reports: occurrences,
});

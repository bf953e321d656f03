import type { ParsedRequestBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import type { AuditEntry, AuditListPage, listAuditEntriesEndpoint } from '@ve/contracts/http/operations/admin-audit';
import {
  type AuditEntryRow,
  type AuditFilters,
  countAuditEntries,
  findAuditEntries,
} from '@ve/data/identity/audit-log/audit-list.repository';
import type { Context } from '@ve/data/kernel/context';
import { readListTotal } from '@ve/data/operations/lists/list-totals.repository';
import { addDays, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { pagePositionOf, toListPage } from '../../platform/list-page.ts';

/** Maximum characters of a detail that are shown. */
const longest = 2_000;

export async function listAuditEntries(
  { em, now }: Context,
  query: ParsedRequestQuery<typeof listAuditEntriesEndpoint> & ParsedRequestBody<typeof listAuditEntriesEndpoint>,
): Promise<AuditListPage> {
  const { actor, action, subject, from, to } = query;
  const filters: AuditFilters = {
    actor,
    action,
    subject,
    ...(from === undefined ? {} : { from: startOfLondonDay(from) }),
    ...(to === undefined ? {} : { until: startOfLondonDay(addDays(to, 1)) }),
  };
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const page = await findAuditEntries(em, filters, pagePositionOf(query));
  const total = isFiltered ? await countAuditEntries(em, filters) : await readListTotal(em, 'audit-log', now());
  return toListPage({ page, total, at: ({ at }) => at, show: toEntry });
}

const toEntry = ({ id, at, actor, action, subject, details }: AuditEntryRow): AuditEntry => ({
  id,
  at: at.toISOString(),
  actor,
  action,
  subject,
  details: Object.entries(details)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ name, value: textOf(value).slice(0, longest) })),
});

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}

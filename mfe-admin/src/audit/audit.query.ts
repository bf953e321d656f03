import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditFilters, listAuditEntriesEndpoint } from '@ve/contracts/http/operations/admin-audit';
import { callApi } from '@ve/mfe-kit/api';
import { useLocation } from '@ve/mfe-kit/router';
import { useListFilters } from '../platform/list-filter-form.tsx';
import { useListPosition } from '../platform/list-pagination.tsx';
import { readInputFromHistoryState } from '../platform/history-input.ts';

const { actor: actorFilter, ...filtersOfUrls } = auditFilters;

/**
 * The page of the audit log at the position and with the filters of the URL and the history's state. Ignores invalid
 * filters.
 */
export function useAuditLogEntries() {
  const { place } = useListPosition();
  const query = { ...place, ...useListFilters(filtersOfUrls) };
  const given = actorFilter.safeParse(readInputFromHistoryState(useLocation().state, 'actor') ?? undefined);
  const actor = given.success ? given.data : undefined;
  return useQuery({
    queryKey: ['admin-audit', query, actor],
    queryFn: ({ signal }) => callApi(listAuditEntriesEndpoint, { query, body: { actor }, signal }),
    placeholderData: keepPreviousData,
  });
}

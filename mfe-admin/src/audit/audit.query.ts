import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditFilters, listAuditEntries } from '@ve/contracts/http/admin-audit';
import { callApi } from '@ve/mfe-kit/api';
import { useListFilters } from '../platform/filter-form.tsx';
import { useListPlace } from '../platform/list-pages.tsx';

/** The page of the audit log that the URL asks for. A filter in it that cannot be one counts as none. */
export function useAuditPage() {
  const { place } = useListPlace();
  const query = { ...place, ...useListFilters(auditFilters) };
  return useQuery({
    queryKey: ['admin-audit', query],
    queryFn: ({ signal }) => callApi(listAuditEntries, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

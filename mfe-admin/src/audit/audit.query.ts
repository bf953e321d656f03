import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditFilters, listAuditEntries } from '@ve/contracts/http/admin-audit';
import { callApi } from '@ve/mfe-kit/api';
import { useSearchParams } from '@ve/mfe-kit/router';
import { useListPlace } from '../platform/list-pages.tsx';

type FilterName = keyof typeof auditFilters;

/** The page of the audit log that the URL asks for. A filter in it that cannot be one counts as none. */
export function useAuditPage() {
  const [params] = useSearchParams();
  const { place } = useListPlace();
  const filters = Object.fromEntries(
    (Object.keys(auditFilters) as FilterName[]).flatMap((name) => {
      const parsed = auditFilters[name].safeParse(params.get(name) ?? undefined);
      return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
    }),
  );
  const query = { ...place, ...filters };
  return useQuery({
    queryKey: ['admin-audit', query],
    queryFn: ({ signal }) => callApi(listAuditEntries, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

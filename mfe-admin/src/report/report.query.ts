import { useQuery } from '@tanstack/react-query';
import { readStaffReport } from '@ve/contracts/http/admin-reports';
import { callApi } from '@ve/mfe-kit/api';

/**
 * One saved report. Each request is a look that the audit log records: one for each time that the page is opened, and
 * none of the browser's own accord.
 */
export const useStaffReport = (id: string) =>
  useQuery({
    queryKey: ['admin-report', id],
    queryFn: ({ signal }) => callApi(readStaffReport, { params: { id }, signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

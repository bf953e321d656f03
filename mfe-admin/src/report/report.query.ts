import { useQuery } from '@tanstack/react-query';
import { readReportForStaffEndpoint } from '@ve/contracts/http/operations/admin-reports';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../platform/audited-query.ts';

export const useStaffReport = (id: string) =>
  useQuery({
    queryKey: ['admin-report', id],
    queryFn: ({ signal }) => callApi(readReportForStaffEndpoint, { params: { id }, signal }),
    ...auditedQueryOptions,
  });

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import { listReportsOfAllCustomersEndpoint } from '@ve/contracts/http/operations/admin-reports';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../../platform/audited-query.ts';

/** A page of the reports of all customers. Keeps the previous page while another is loading. */
export const useRecentReports = (place: StaffListPageQuery) =>
  useQuery({
    queryKey: ['admin-reports', place],
    queryFn: ({ signal }) => callApi(listReportsOfAllCustomersEndpoint, { query: place, signal }),
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
  });

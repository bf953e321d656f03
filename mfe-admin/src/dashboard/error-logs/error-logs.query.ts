import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryInput } from '@ve/contracts/endpoint';
import { listErrorGroupsEndpoint, listErrorOccurrencesEndpoint } from '@ve/contracts/http/operations/admin-error-logs';
import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../../platform/audited-query.ts';

const groupsKey = 'admin-error-groups';

/** A page of the errors. Keeps the previous page while another is loading. */
export const useErrorGroups = (query: QueryInput<typeof listErrorGroupsEndpoint>) =>
  useQuery({
    queryKey: [groupsKey, query],
    queryFn: ({ signal }) => callApi(listErrorGroupsEndpoint, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Refetches the errors after one of them was changed. */
export const useRefreshErrorGroups = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [groupsKey] });
};

/** A page of the occurrences of one error. The audit log may record each read. */
export const useErrorOccurrences = (id: string, place: StaffListPageQuery) =>
  useQuery({
    queryKey: ['admin-error-occurrences', id, place],
    queryFn: ({ signal }) => callApi(listErrorOccurrencesEndpoint, { params: { id }, query: place, signal }),
    ...auditedQueryOptions,
  });

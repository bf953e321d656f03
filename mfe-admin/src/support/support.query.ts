import { useQuery } from '@tanstack/react-query';
import {
  readCustomerSupportFileEndpoint,
  searchCustomersEndpoint,
} from '@ve/contracts/http/operations/admin-customers';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../platform/audited-query.ts';

/** The accounts that match a search; `term` is null before the first search. */
export const useCustomerSearch = (term: string | null) =>
  useQuery({
    queryKey: ['admin-support-search', term],
    enabled: term !== null,
    queryFn: ({ signal }) => callApi(searchCustomersEndpoint, { body: { term: term ?? '' }, signal }),
    ...auditedQueryOptions,
  });

const customerQueryKey = (userId: string) => ['admin-support-customer', userId];

export const useCustomer = (userId: string) =>
  useQuery({
    queryKey: customerQueryKey(userId),
    queryFn: ({ signal }) => callApi(readCustomerSupportFileEndpoint, { params: { userId }, signal }),
    ...auditedQueryOptions,
  });

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryInput } from '@ve/contracts/endpoint';
import {
  listDeadLettersEndpoint,
  listOrphanSubscriptionsEndpoint,
  listScheduledJobsEndpoint,
  listVendorsEndpoint,
  readOutboxSummaryEndpoint,
  readQueuesEndpoint,
} from '@ve/contracts/http/operations/admin-operations';
import { callApi } from '@ve/mfe-kit/api';

/** Refetched while the page is in view. */
const fresh = { staleTime: 0, refetchInterval: 15_000, retry: false };

export const useQueueStatuses = () =>
  useQuery({
    queryKey: ['admin-operations', 'queues'],
    queryFn: ({ signal }) => callApi(readQueuesEndpoint, { signal }),
    ...fresh,
  });

export const useOutboxSummary = () =>
  useQuery({
    queryKey: ['admin-operations', 'outbox'],
    queryFn: ({ signal }) => callApi(readOutboxSummaryEndpoint, { signal }),
    ...fresh,
  });

export const useScheduledJobs = () =>
  useQuery({
    queryKey: ['admin-operations', 'scheduled-jobs'],
    queryFn: ({ signal }) => callApi(listScheduledJobsEndpoint, { signal }),
    ...fresh,
  });

export const useOrphanSubscriptions = () =>
  useQuery({
    queryKey: ['admin-operations', 'orphan-subscriptions'],
    queryFn: ({ signal }) => callApi(listOrphanSubscriptionsEndpoint, { signal }),
    ...fresh,
  });

export const useVendorStatuses = () =>
  useQuery({
    queryKey: ['admin-operations', 'vendors'],
    queryFn: ({ signal }) => callApi(listVendorsEndpoint, { signal }),
    ...fresh,
  });

/** Keeps the previous page while another is loading. */
export const useDeadLetters = (query: QueryInput<typeof listDeadLettersEndpoint>) =>
  useQuery({
    queryKey: ['admin-operations', 'given-up', query],
    queryFn: ({ signal }) => callApi(listDeadLettersEndpoint, { query, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

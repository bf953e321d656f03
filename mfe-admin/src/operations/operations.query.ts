import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryInput } from '@ve/contracts/endpoint';
import {
  listDeadLetters,
  listOrphanSubscriptions,
  listScheduledJobs,
  listVendors,
  readOutboxSummary,
  readQueues,
} from '@ve/contracts/http/operations/admin-operations';
import { callApi } from '@ve/mfe-kit/api';

/** Refetched while the page is in view. */
const fresh = { staleTime: 0, refetchInterval: 15_000, retry: false };

export const useQueueStatuses = () =>
  useQuery({
    queryKey: ['admin-operations', 'queues'],
    queryFn: ({ signal }) => callApi(readQueues, { signal }),
    ...fresh,
  });

export const useOutboxSummary = () =>
  useQuery({
    queryKey: ['admin-operations', 'outbox'],
    queryFn: ({ signal }) => callApi(readOutboxSummary, { signal }),
    ...fresh,
  });

export const useScheduledJobs = () =>
  useQuery({
    queryKey: ['admin-operations', 'scheduled-jobs'],
    queryFn: ({ signal }) => callApi(listScheduledJobs, { signal }),
    ...fresh,
  });

export const useOrphanSubscriptions = () =>
  useQuery({
    queryKey: ['admin-operations', 'orphan-subscriptions'],
    queryFn: ({ signal }) => callApi(listOrphanSubscriptions, { signal }),
    ...fresh,
  });

export const useVendorStatuses = () =>
  useQuery({
    queryKey: ['admin-operations', 'vendors'],
    queryFn: ({ signal }) => callApi(listVendors, { signal }),
    ...fresh,
  });

/** Keeps the previous page while another is loading. */
export const useDeadLetters = (query: QueryInput<typeof listDeadLetters>) =>
  useQuery({
    queryKey: ['admin-operations', 'given-up', query],
    queryFn: ({ signal }) => callApi(listDeadLetters, { query, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import { listUsersEndpoint } from '@ve/contracts/http/operations/admin-users';
import { callApi } from '@ve/mfe-kit/api';
import { auditedQueryOptions } from '../../platform/audited-query.ts';
import { useEffect, useEffectEvent, useState } from 'react';

/** Delays of specification sections 8 and 9, in milliseconds. */
const fetchAfterMs = 500;
const refetchDelayMs = 1_000;
const minRefetchMs = 3_000;

export type UsersQuery = StaffListPageQuery & { search?: string };

/**
 * A page of the users, fetched half a second after the tab is opened. `refetch` and `retry` fetch the page again at the
 * earliest three seconds after its last fetch, and do nothing while a fetch is in progress or scheduled. Another page,
 * or a search, is fetched immediately.
 */
export function useUsers(usersQuery: UsersQuery) {
  const client = useQueryClient();
  const { search, ...place } = usersQuery;
  const [isOpen, setIsOpen] = useState(false);
  const [due, setDue] = useState<{ hash: string; inMs: number } | null>(null);
  const queryKey = ['admin-users', usersQuery];
  const hash = JSON.stringify(queryKey);
  const isDue = due?.hash === hash;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(listUsersEndpoint, { query: place, body: { search }, signal }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
    // Prevents another fetch for that time, also after the tab was left and opened again.
    staleTime: minRefetchMs,
    gcTime: minRefetchMs,
    retryOnMount: false,
  });
  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(true), fetchAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const fetchNow = useEffectEvent(() => {
    setDue(null);
    void query.refetch({ cancelRefetch: false });
  });
  useEffect(() => {
    if (due?.hash !== hash) return;
    const timer = setTimeout(() => fetchNow(), due.inMs);
    return () => {
      clearTimeout(timer);
    };
  }, [due, hash]);
  const isFetching = query.isFetching || isDue;
  const fetchAfter = (ms: number) => {
    if (isFetching) return;
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    const allowedInMs = Math.max(dataUpdatedAt, errorUpdatedAt) + minRefetchMs - Date.now();
    setDue({ hash, inMs: Math.max(ms, allowedInMs) });
  };
  return {
    query: { ...query, isFetching },
    retry: () => fetchAfter(0),
    /** To call after a change. Does nothing when the last fetch failed: then only Retry fetches. */
    refetch: () => {
      if (query.error === null) fetchAfter(refetchDelayMs);
    },
  };
}

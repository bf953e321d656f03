/**
 * Options of a query whose every read the audit log records: one read each time that staff open it, and no automatic
 * one. A read whose response was lost is not retried either, since it may have been recorded.
 */
export const auditedQueryOptions = {
  staleTime: Infinity,
  // Opening the list again is a new read.
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

/**
 * Options of a query whose every read is a look that the audit log records: one each time that staff open it, and none of
 * the browser's own accord. One whose answer was lost is not asked for again either: it may have been recorded.
 */
export const auditedQueryOptions = {
  staleTime: Infinity,
  // Opened again, it is looked at again.
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

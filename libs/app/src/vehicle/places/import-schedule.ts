/** True if `everyMs` have passed; a time in the future was written by a clock that has been set back since. */
export const isImportDue = (last: Date | null, everyMs: number, now: Date): boolean =>
  last === null || last > now || now.getTime() - last.getTime() >= everyMs;

/** Minimum delay before an import is retried after a failure. */
export const importRetryMs = 10 * 60_000;

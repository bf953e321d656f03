/** Whether `everyMs` have passed; a time that is still to come was written by a clock that has been moved back since. */
export const isDue = (last: Date | null, everyMs: number, now: Date): boolean =>
  last === null || last > now || now.getTime() - last.getTime() >= everyMs;

/** After a failure an import is tried again no sooner. */
export const importRetryMs = 10 * 60_000;

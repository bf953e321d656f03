const aMinute = 60_000;
const twoHours = 120 * aMinute;

/**
 * Whether a job has missed a run: a pause since the last one ended, or it was planned, and another one, which is two
 * hours at most, and a minute have passed. A nightly backup is late after 26 hours.
 */
export const isScheduledJobLate = (
  { everyMs, startedAt, endedAt }: { everyMs: number; startedAt: Date; endedAt: Date | null },
  now: Date,
): boolean => now.getTime() > (endedAt ?? startedAt).getTime() + everyMs + Math.min(everyMs, twoHours) + aMinute;

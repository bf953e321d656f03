const aMinute = 60_000;

/** Whether a job has missed a run: two pauses and a minute have passed since the last one ended, or it was planned. */
export const isScheduledJobLate = (
  { everyMs, startedAt, endedAt }: { everyMs: number; startedAt: Date; endedAt: Date | null },
  now: Date,
): boolean => now.getTime() > (endedAt ?? startedAt).getTime() + 2 * everyMs + aMinute;

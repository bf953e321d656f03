import type { onConnection } from './queue-connection.ts';

/** Of so many that wait for the longest, those are passed over that have run before. */
const looked = 10;

/**
 * When the job was added that waits for the longest for its first run; null when none does. How long one that was put
 * off or failed waits for its next is not known.
 */
export const oldestWaitingAt = async (
  queue: Pick<ReturnType<ReturnType<typeof onConnection>['newQueue']>, 'getJobs'>,
): Promise<Date | null> => {
  const waiting = await queue.getJobs('wait', 0, looked - 1, true);
  const first = waiting.find(({ attemptsStarted }) => attemptsStarted === 0);
  return first ? new Date(first.timestamp) : null;
};

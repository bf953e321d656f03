import type { bindQueueConstructors } from './queue-connection.ts';

/** How many of the oldest waiting jobs are read, to skip those that have run before. */
const readCount = 10;

/**
 * When the oldest job that waits for its first run was added; null when there is none. The waiting time of a delayed or
 * failed job is not known.
 */
export const oldestWaitingJobAddedAt = async (
  queue: Pick<ReturnType<ReturnType<typeof bindQueueConstructors>['newQueue']>, 'getJobs'>,
): Promise<Date | null> => {
  const waiting = await queue.getJobs('wait', 0, readCount - 1, true);
  const first = waiting.find(({ attemptsStarted }) => attemptsStarted === 0);
  return first ? new Date(first.timestamp) : null;
};

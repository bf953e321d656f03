import { jobDefinitions, type JobName } from '@ve/contracts/jobs';
import { RetryLaterError } from '@ve/contracts/job-errors';

const maxWaitMs = 10 * 60_000;

/**
 * BullMQ's options of a job. Automatic removal of finished jobs is not used, since it runs at the end of every job: a
 * limit by count makes the Postgres backend sort all retained jobs, which costs three quarters of the throughput.
 * `Queues.prune` removes them.
 */
export const bullJobOptions = (name: JobName) => ({
  attempts: jobDefinitions[name].attempts,
  backoff: { type: 'custom', delay: jobDefinitions[name].backoffMs },
});

/**
 * Milliseconds until the next attempt: doubles with each, with jitter so that jobs that failed together are not retried
 * together; never sooner than a RetryLaterError requests, never later than ten minutes.
 */
export const jobRetryDelayMs = (name: JobName, attemptsMade: number, error?: Error): number => {
  const doubled = jobDefinitions[name].backoffMs * 2 ** Math.max(0, attemptsMade - 1);
  const requestedMs = error instanceof RetryLaterError ? error.afterMs : 0;
  const jitter = 0.9 + Math.random() * 0.2;
  return Math.round(Math.min(maxWaitMs, Math.max(requestedMs, doubled * jitter)));
};

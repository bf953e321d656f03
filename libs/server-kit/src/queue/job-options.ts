import { jobs, type JobName } from '@ve/contracts/jobs';
import { RetryLaterError } from './job-errors.ts';

const longestWaitMs = 10 * 60_000;

/**
 * How BullMQ is to treat a job. It is told nothing of removing finished jobs, for it would then look for some to remove
 * at each job's end: a bound by count makes the Postgres backend sort all that is kept, which costs three quarters of
 * the throughput. `Queues.tidy` removes them.
 */
export const jobOptions = (name: JobName) => ({
  attempts: jobs[name].attempts,
  backoff: { type: 'custom', delay: jobs[name].backoffMs },
});

/**
 * Milliseconds until the next attempt: doubles with each, with a fifth of jitter so that jobs which failed together do
 * not come back together; never sooner than a RetryLaterError asks, never later than ten minutes.
 */
export const retryDelay = (name: JobName, attemptsMade: number, error?: Error): number => {
  const doubled = jobs[name].backoffMs * 2 ** Math.max(0, attemptsMade - 1);
  const asked = error instanceof RetryLaterError ? error.afterMs : 0;
  const jitter = 0.9 + Math.random() * 0.2;
  return Math.round(Math.min(longestWaitMs, Math.max(asked, doubled * jitter)));
};

import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { serialKeyOfJob } from '@ve/contracts/jobs';
import { outboxIdOfQueueJob } from '@ve/data/jobs/outbox/outbox.repository';
import {
  tryAcquireSerialLock,
  endEarlierSerialRuns,
  releaseSerialLock,
} from '@ve/data/jobs/outbox/serial-job.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { JobLockedError } from '@ve/contracts/job-errors';

/** How often a job tries to acquire the lock; short, since a page may wait for it. */
const tryAgainMs = 500;

export interface SerialJobToRun<N extends JobName> {
  jobId: string;
  name: N;
  payload: JobPayload<N>;
}

/**
 * Runs a job; a serial one under its lock. Holds no database connection while the handler runs. Skips a job that has
 * ended.
 * @throws JobLockedError while another run has the lock
 */
export const runSerially = async <N extends JobName>(
  { jobId, name, payload }: SerialJobToRun<N>,
  { fork, now }: { fork: () => EntityManager; now: Clock },
  run: () => Promise<void>,
): Promise<void> => {
  const id = outboxIdOfQueueJob(jobId);
  const key = serialKeyOfJob(name, payload);
  if (id === null || key === null) return run();
  const lock = await tryAcquireSerialLock(fork(), { id, key }, now());
  if (lock.state === 'ended') return;
  if (lock.state === 'held') throw new JobLockedError('another run has the lock', Math.min(lock.forMs, tryAgainMs));
  const { position, hasEarlier } = lock;
  try {
    await run();
  } catch (error) {
    // Otherwise the lease expires.
    await releaseSerialLock(fork(), { id, key }, position).catch(() => undefined);
    throw error;
  }
  // The lock prevents any of them from starting in the meantime.
  if (hasEarlier) await endEarlierSerialRuns(fork(), key, position);
};

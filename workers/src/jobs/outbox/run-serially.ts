import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { serialKeyOf } from '@ve/contracts/jobs';
import { outboxIdOf } from '@ve/data/jobs/outbox/outbox.repository';
import { acquireSerialLock, endEarlierRuns, releaseSerialLock } from '@ve/data/jobs/outbox/serial-job.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { JobLockedError } from '@ve/server-kit/queue/job-errors';

/** How often a job tries to get the lock: a page may wait for it. */
const tryAgainMs = 500;

export interface JobToRun<N extends JobName> {
  jobId: string;
  name: N;
  payload: JobPayload<N>;
}

/**
 * Runs a job; a serial one under its lock, without a connection to the database in the meantime. Nothing is run of a job
 * that has ended. @throws JobLockedError while another run has the lock
 */
export const runSerially = async <N extends JobName>(
  { jobId, name, payload }: JobToRun<N>,
  { fork, now }: { fork: () => EntityManager; now: Clock },
  run: () => Promise<void>,
): Promise<void> => {
  const id = outboxIdOf(jobId);
  const key = serialKeyOf(name, payload);
  if (id === null || key === null) return run();
  const lock = await acquireSerialLock(fork(), { id, key }, now());
  if (lock.state === 'ended') return;
  if (lock.state === 'held') throw new JobLockedError('another run has the lock', Math.min(lock.forMs, tryAgainMs));
  const { position, hasEarlier } = lock;
  try {
    await run();
  } catch (error) {
    // Otherwise the lease ends by itself.
    await releaseSerialLock(fork(), { id, key }, position).catch(() => undefined);
    throw error;
  }
  // The lock lets none of them begin meanwhile.
  if (hasEarlier) await endEarlierRuns(fork(), key, position);
};

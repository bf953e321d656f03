import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import { serialKeyOf } from '@ve/contracts/jobs';
import { outboxIdOf } from '@ve/data/jobs/outbox/outbox.repository';
import { releaseSerialLock, acquireSerialLock } from '@ve/data/jobs/outbox/serial-job.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { JobHeldError } from '@ve/server-kit/queue/job-errors';

/** How often a job looks whether its turn has come: a page may wait for it. */
const lookAgainMs = 500;

export interface JobToRun<N extends JobName> {
  jobId: string;
  name: N;
  payload: JobPayload<N>;
}

/**
 * Runs a job; a serial one in its turn, without a connection to the database in the meantime. Nothing is run of a job
 * that has ended. @throws JobHeldError while another run has the turn
 */
export const runSerially = async <N extends JobName>(
  { jobId, name, payload }: JobToRun<N>,
  { fork, now }: { fork: () => EntityManager; now: Clock },
  run: () => Promise<void>,
): Promise<void> => {
  const id = outboxIdOf(jobId);
  const key = serialKeyOf(name, payload);
  if (id === null || key === null) return run();
  const turn = await acquireSerialLock(fork(), { id, key }, now());
  if (turn.state === 'ended') return;
  if (turn.state === 'held') throw new JobHeldError('another run has the turn', Math.min(turn.forMs, lookAgainMs));
  try {
    await run();
  } catch (error) {
    // Otherwise the turn ends by itself.
    await releaseSerialLock(fork(), id).catch(() => undefined);
    throw error;
  }
};

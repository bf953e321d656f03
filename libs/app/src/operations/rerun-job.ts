import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName, JobPayload } from '@ve/contracts/jobs';
import type { Context } from '@ve/data/kernel/context';
import { dismissDeadLetter, findDeadLetterOf, requeueDeadLetter } from '@ve/data/jobs/outbox/dead-letter.repository';
import { addToOutbox, isJobWaiting } from '@ve/data/jobs/outbox/outbox.repository';
import { auditStaff } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { reopenJob } from './reopen-job.ts';

/**
 * Moves a dead letter back into the outbox, and reopens what its last attempt has closed, in the caller's transaction.
 * Returns its job name; null when there is no such dead letter (any more), or this release does not know the job.
 * @throws Error outside a transaction
 */
export const retryDeadLetter = async (em: EntityManager, id: string, now: Date): Promise<JobName | null> => {
  const job = await requeueDeadLetter(em, id, now);
  if (job === null) return null;
  await reopenJob(em, job.jobName, job.payload);
  return job.jobName;
};

/**
 * Repeats the work of a row, in the caller's transaction: retries its dead letter, or queues the job again. False, and
 * no effect, when a job waits or runs already.
 * @throws Error outside a transaction
 */
export const rerunJob = async <N extends 'mails.send' | 'texts.send' | 'stripe-events.process'>(
  em: EntityManager,
  { name, payload }: { name: N; payload: JobPayload<N> },
  now: Date,
): Promise<boolean> => {
  if (await isJobWaiting(em, name, payload)) return false;
  const deadLetter = await findDeadLetterOf(em, name, payload);
  if (deadLetter !== null && (await retryDeadLetter(em, deadLetter, now)) !== null) return true;
  await reopenJob(em, name, payload);
  await addToOutbox(em, { jobName: name, payload }, { now });
  return true;
};

/**
 * Puts a dead letter back into the outbox (`retried`), or marks it as seen (`dismissed`), and audits it, in one transaction.
 * @throws ProblemError `not-found` when it is not, or no longer, an open dead letter
 */
export const endDeadLetter = (
  context: Context,
  { id, reason, end }: { id: string; reason: string; end: 'retried' | 'dismissed' },
): Promise<void> =>
  context.em.transactional(async (em) => {
    const job = await (end === 'retried' ? retryDeadLetter : dismissDeadLetter)(em, id, context.now());
    if (job === null) throw new ProblemError('not-found');
    await auditStaff(em, context, { action: `dead-letter.${end}`, subject: id, details: { job }, reason });
  });

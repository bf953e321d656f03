import type { EntityManager } from '@mikro-orm/postgresql';
import { type JobName, type JobPayload, jobDefinitions } from '@ve/contracts/jobs';
import type { Context } from '@ve/data/kernel/context';
import { dismissDeadLetter, findDeadLetterOf, requeueDeadLetter } from '@ve/data/jobs/outbox/dead-letter.repository';
import { addToOutbox, isJobWaitingOrRunning } from '@ve/data/jobs/outbox/outbox.repository';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { reopenMessage } from '@ve/data/messaging/message.repository';
import { reopenDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { reopenPictureRequest } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import { reopenReportPdf } from '@ve/data/report/report-pdf.repository';
import { reopenStripeEvent } from '@ve/data/membership/stripe-event/stripe-event.repository';

type Reopen<N extends JobName> = (em: EntityManager, payload: JobPayload<N>) => Promise<void>;

/**
 * What the last attempt of each job closes, and a retry has to reopen; null for a job that reads the current state and
 * does the remaining work. Complete by type: a new job has to be added.
 */
const reopenings: { [N in JobName]: Reopen<N> | null } = {
  // A fetch that was not done in time ended as unavailable: the next search starts another one.
  'vehicle-fetches.run': null,
  // A failed check has returned its credit, and must not run again.
  'full-checks.run': null,
  'reminders.send': null,
  // A failed monitor check is due again on its schedule.
  'monitor-checks.run': null,
  'error-logs.write': null,
  'mails.send': (em, { mailId }) => reopenMessage(em, 'mails', mailId),
  'texts.send': (em, { textId }) => reopenMessage(em, 'texts', textId),
  'sign-ups.complete': null,
  'stripe-events.process': (em, { eventId }) => reopenStripeEvent(em, eventId),
  'subscriptions.sync': null,
  'subscriptions.cancel': null,
  'subscriptions.withdraw-cancellation': null,
  'subscriptions.apply-change': null,
  'accounts.delete': null,
  'reports.backfill': null,
  'vehicle-pictures.fetch': (em, { checkId }) => reopenPictureRequest(em, checkId),
  'data-exports.create': (em, { exportId }) => reopenDataExport(em, exportId),
  'report-pdfs.render': (em, { pdfId }) => reopenReportPdf(em, pdfId),
  'newsletter-issues.preview': null,
  'customers.delete': null,
  'customers.sync': null,
};

/**
 * Reopens what the last attempt of a job has closed, in the caller's transaction. No effect when its payload does not
 * match this release.
 */
const reopenJob = async <N extends JobName>(em: EntityManager, name: N, payload: unknown): Promise<void> => {
  const reopen: Reopen<N> | null = reopenings[name];
  if (reopen === null) return;
  const checked = jobDefinitions[name].payload.safeParse(payload);
  if (checked.success) await reopen(em, checked.data as JobPayload<N>);
};

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
  if (await isJobWaitingOrRunning(em, name, payload)) return false;
  const deadLetter = await findDeadLetterOf(em, name, payload);
  if (deadLetter !== null && (await retryDeadLetter(em, deadLetter, now)) !== null) return true;
  await reopenJob(em, name, payload);
  await addToOutbox(em, { jobName: name, payload }, { now });
  return true;
};

/**
 * Puts a dead letter back into the outbox (`retried`), or marks it as seen (`dismissed`), and audits it, in one
 * transaction.
 * @throws ProblemError `not-found` when it is not, or no longer, an open dead letter
 */
export const retryOrDismissDeadLetter = (
  context: Context,
  { id, reason, end }: { id: string; reason: string; end: 'retried' | 'dismissed' },
): Promise<void> =>
  context.em.transactional(async (em) => {
    const job = await (end === 'retried' ? retryDeadLetter : dismissDeadLetter)(em, id, context.now());
    if (job === null) throw new ProblemError('not-found');
    await auditStaffAction(em, context, { action: `dead-letter.${end}`, subject: id, details: { job }, reason });
  });

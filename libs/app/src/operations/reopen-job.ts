import type { EntityManager } from '@mikro-orm/postgresql';
import { jobs, type JobName, type JobPayload } from '@ve/contracts/jobs';
import { reopenMessage } from '@ve/data/messaging/message.repository';
import { reopenDataExport } from '@ve/data/privacy/my-data/data-export.repository';
import { reopenPicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';
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
  'vehicle-pictures.fetch': (em, { checkId }) => reopenPicture(em, checkId),
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
export const reopenJob = async <N extends JobName>(em: EntityManager, name: N, payload: unknown): Promise<void> => {
  const reopen: Reopen<N> | null = reopenings[name];
  if (reopen === null) return;
  const checked = jobs[name].payload.safeParse(payload);
  if (checked.success) await reopen(em, checked.data as JobPayload<N>);
};

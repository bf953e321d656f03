import { createDeleteHandler, type DeletionDeps } from './privacy/delete.handler.ts';
import { createMonitorCheckHandler } from './monitoring/alerts/monitor-check.handler.ts';
import type { MonitorChecks } from './monitoring/alerts/monitor-checks.ts';
import { writeError } from './operations/error-logs/write.handler.ts';
import { createCustomerDeletionHandler } from './privacy/delete-customer.handler.ts';
import { createCustomerHandler } from './privacy/sync-customer.handler.ts';
import { createExportHandler } from './privacy/make-export.handler.ts';
import type { Handlers } from './job-context.ts';
import { findReaderMembership } from './membership/mails/find-reader-membership.ts';
import type { MailDeps } from './messaging/mails/mail-needs.ts';
import { createMailHandler } from './messaging/mails/send.handler.ts';
import { createReminderHandler } from './monitoring/reminders/send.handler.ts';
import type { PaymentDeps } from './membership/payments.ts';
import { createPdfHandler, type PdfDeps } from './report/pdf/make.handler.ts';
import { createPdfRenderer } from './report/pdf/pdf-renderer.ts';
import { createFillHandler } from './report/fill.handler.ts';
import { createPictureHandler } from './report/fetch-picture.handler.ts';
import { createCompleteHandler } from './membership/sign-ups/complete.handler.ts';
import { createProcessHandler } from './membership/stripe-events/process.handler.ts';
import { createCancelHandler } from './membership/subscriptions/cancel.handler.ts';
import { createWithdrawCancellationHandler } from './membership/subscriptions/withdraw-cancellation.handler.ts';
import { createSyncHandler } from './membership/subscriptions/sync.handler.ts';
import { createTextHandler } from './messaging/texts/send.handler.ts';
import type { TextDeps } from './messaging/texts/text-settings.ts';
import type { CheckDeps } from './vehicle/check-sources.ts';
import { createCheckHandler } from './full-check/run.handler.ts';
import { createFetchHandler } from './vehicle/vehicle-fetch/fetch.handler.ts';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createHandlers = (
  needs: Omit<MailDeps, 'findReaderMembership'> &
    TextDeps &
    PaymentDeps &
    DeletionDeps &
    CheckDeps & { monitorChecks?: MonitorChecks } & Partial<Pick<PdfDeps, 'renderPdf'>>,
): Handlers => ({
  'vehicle-fetches.run': createFetchHandler(needs),
  'full-checks.run': createCheckHandler(needs),
  'monitor-checks.run': createMonitorCheckHandler(needs.monitorChecks ?? {}),
  'reminders.send': createReminderHandler(needs),
  'error-logs.write': writeError,
  'mails.send': createMailHandler({ ...needs, findReaderMembership }),
  'texts.send': createTextHandler(needs),
  'sign-ups.complete': createCompleteHandler(needs),
  'stripe-events.process': createProcessHandler(needs),
  'subscriptions.sync': createSyncHandler(needs),
  'subscriptions.cancel': createCancelHandler(needs),
  'subscriptions.withdraw-cancellation': createWithdrawCancellationHandler(needs),
  'accounts.delete': createDeleteHandler(needs),
  'reports.backfill': createFillHandler(needs),
  'vehicle-pictures.fetch': createPictureHandler(needs),
  'data-exports.create': createExportHandler,
  'report-pdfs.render': createPdfHandler({ renderPdf: createPdfRenderer(), ...needs }),
  'customers.sync': createCustomerHandler(needs),
  'customers.delete': createCustomerDeletionHandler(needs),
});

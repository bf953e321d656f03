import { createAccountDeletionHandler, type DeletionDeps } from './privacy/delete.handler.ts';
import { createMonitorCheckHandler } from './monitoring/alerts/monitor-check.handler.ts';
import type { MonitorChecks } from './monitoring/alerts/monitor-checks.ts';
import { writeError } from './operations/error-logs/write.handler.ts';
import { createCustomerDeletionHandler } from './privacy/delete-customer.handler.ts';
import { createCustomerHandler } from './privacy/sync-customer.handler.ts';
import { createExportHandler } from './privacy/make-export.handler.ts';
import type { Handlers } from './job-context.ts';
import { findReaderMembership } from './membership/mails/find-reader-membership.ts';
import type { MailDeps } from './messaging/mails/mail-deps.ts';
import { createMailHandler } from './messaging/mails/send.handler.ts';
import { createReminderHandler } from './monitoring/reminders/send.handler.ts';
import type { PaymentDeps } from './membership/payments.ts';
import { createPdfHandler, type PdfDeps } from './report/pdf/make.handler.ts';
import { createPdfRenderer } from './report/pdf/pdf-renderer.ts';
import { createBackfillHandler } from './report/backfill.handler.ts';
import { createPictureHandler } from './report/fetch-picture.handler.ts';
import { createSignUpHandler } from './membership/sign-ups/complete.handler.ts';
import { createStripeEventHandler } from './membership/stripe-events/process.handler.ts';
import { createSubscriptionCancelHandler } from './membership/subscriptions/cancel.handler.ts';
import { createWithdrawCancellationHandler } from './membership/subscriptions/withdraw-cancellation.handler.ts';
import { createSubscriptionSyncHandler } from './membership/subscriptions/sync.handler.ts';
import { createTextHandler } from './messaging/texts/send.handler.ts';
import type { TextDeps } from './messaging/texts/text-settings.ts';
import type { CheckDeps } from './vehicle/check-sources.ts';
import { createFullCheckHandler } from './full-check/run.handler.ts';
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
  'full-checks.run': createFullCheckHandler(needs),
  'monitor-checks.run': createMonitorCheckHandler(needs.monitorChecks ?? {}),
  'reminders.send': createReminderHandler(needs),
  'error-logs.write': writeError,
  'mails.send': createMailHandler({ ...needs, findReaderMembership }),
  'texts.send': createTextHandler(needs),
  'sign-ups.complete': createSignUpHandler(needs),
  'stripe-events.process': createStripeEventHandler(needs),
  'subscriptions.sync': createSubscriptionSyncHandler(needs),
  'subscriptions.cancel': createSubscriptionCancelHandler(needs),
  'subscriptions.withdraw-cancellation': createWithdrawCancellationHandler(needs),
  'accounts.delete': createAccountDeletionHandler(needs),
  'reports.backfill': createBackfillHandler(needs),
  'vehicle-pictures.fetch': createPictureHandler(needs),
  'data-exports.create': createExportHandler,
  'report-pdfs.render': createPdfHandler({ renderPdf: createPdfRenderer(), ...needs }),
  'customers.sync': createCustomerHandler(needs),
  'customers.delete': createCustomerDeletionHandler(needs),
});

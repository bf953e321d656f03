import { createDeleteHandler, type DeletionNeeds } from './privacy/delete.handler.ts';
import { createMonitorCheckHandler } from './monitoring/alerts/monitor-check.handler.ts';
import type { MonitorChecks } from './monitoring/alerts/monitor-checks.ts';
import { writeError } from './operations/error-logs/write.handler.ts';
import { createCustomerDeletionHandler } from './privacy/delete-customer.handler.ts';
import { createCustomerHandler } from './privacy/sync-customer.handler.ts';
import { makeExport } from './privacy/make-export.handler.ts';
import type { Handlers } from './job-context.ts';
import { findReaderMembership } from './membership/mails/find-reader-membership.ts';
import type { MailNeeds } from './messaging/mails/mail-needs.ts';
import { createMailHandler } from './messaging/mails/send.handler.ts';
import { createReminderHandler } from './monitoring/reminders/send.handler.ts';
import type { PaymentNeeds } from './membership/payments.ts';
import { createPdfHandler, type PdfNeeds } from './report/pdf/make.handler.ts';
import { createPdfRenderer } from './report/pdf/pdf-renderer.ts';
import { createFillHandler } from './report/fill.handler.ts';
import { createPictureHandler } from './report/fetch-picture.handler.ts';
import { createCompleteHandler } from './membership/sign-ups/complete.handler.ts';
import { createProcessHandler } from './membership/stripe-events/process.handler.ts';
import { createCancelHandler } from './membership/subscriptions/cancel.handler.ts';
import { createKeepHandler } from './membership/subscriptions/keep.handler.ts';
import { createSyncHandler } from './membership/subscriptions/sync.handler.ts';
import { createTextHandler } from './messaging/texts/send.handler.ts';
import type { TextNeeds } from './messaging/texts/text-settings.ts';
import type { CheckNeeds } from './vehicle/check-sources.ts';
import { createCheckHandler } from './full-check/run.handler.ts';
import { createFetchHandler } from './vehicle/vehicle-fetch/fetch.handler.ts';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createHandlers = (
  needs: Omit<MailNeeds, 'findReaderMembership'> &
    TextNeeds &
    PaymentNeeds &
    DeletionNeeds &
    CheckNeeds & { looks?: MonitorChecks } & Partial<Pick<PdfNeeds, 'renderPdf'>>,
): Handlers => ({
  'vehicle-fetch.run': createFetchHandler(needs),
  'vdi-check.run': createCheckHandler(needs),
  'watches.look': createMonitorCheckHandler(needs.looks ?? {}),
  'reminders.send': createReminderHandler(needs),
  'error-logs.write': writeError,
  'mails.send': createMailHandler({ ...needs, findReaderMembership }),
  'texts.send': createTextHandler(needs),
  'sign-ups.complete': createCompleteHandler(needs),
  'stripe-events.process': createProcessHandler(needs),
  'subscriptions.sync': createSyncHandler(needs),
  'subscriptions.cancel': createCancelHandler(needs),
  'subscriptions.keep': createKeepHandler(needs),
  'accounts.delete': createDeleteHandler(needs),
  'reports.fill': createFillHandler(needs),
  'vehicle-pictures.fetch': createPictureHandler(needs),
  'data-exports.make': makeExport,
  'report-pdfs.make': createPdfHandler({ renderPdf: createPdfRenderer(), ...needs }),
  'customers.sync': createCustomerHandler(needs),
  'customers.delete': createCustomerDeletionHandler(needs),
});

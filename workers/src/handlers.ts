import { createDeleteHandler, type DeletionNeeds } from './accounts/delete.handler.ts';
import { createLookHandler } from './alerts/look.handler.ts';
import type { Looks } from './alerts/looks.ts';
import { writeError } from './error-logs/write.handler.ts';
import { createCustomerDeletionHandler } from './my-data/delete-customer.handler.ts';
import { createCustomerHandler } from './my-data/sync-customer.handler.ts';
import { makeExport } from './my-data/make-export.handler.ts';
import type { Handlers } from './job-context.ts';
import type { MailNeeds } from './mails/mail-needs.ts';
import { createMailHandler } from './mails/send.handler.ts';
import { createReminderHandler } from './reminders/send.handler.ts';
import type { PaymentNeeds } from './payments.ts';
import { createPdfHandler, type PdfNeeds } from './report-pdf/make.handler.ts';
import { createPdfRenderer } from './report-pdf/pdf-renderer.ts';
import { createFillHandler } from './reports/fill.handler.ts';
import { createPictureHandler } from './reports/fetch-picture.handler.ts';
import { createCompleteHandler } from './sign-ups/complete.handler.ts';
import { createProcessHandler } from './stripe-events/process.handler.ts';
import { createCancelHandler } from './subscriptions/cancel.handler.ts';
import { createKeepHandler } from './subscriptions/keep.handler.ts';
import { createSyncHandler } from './subscriptions/sync.handler.ts';
import { createTextHandler } from './texts/send.handler.ts';
import type { TextNeeds } from './texts/text-settings.ts';
import type { CheckNeeds } from './check-sources.ts';
import { createCheckHandler } from './vdi-check/run.handler.ts';
import { createFetchHandler } from './vehicle-fetch/fetch.handler.ts';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createHandlers = (
  needs: MailNeeds &
    TextNeeds &
    PaymentNeeds &
    DeletionNeeds &
    CheckNeeds & { looks?: Looks } & Partial<Pick<PdfNeeds, 'renderPdf'>>,
): Handlers => ({
  'vehicle-fetch.run': createFetchHandler(needs),
  'vdi-check.run': createCheckHandler(needs),
  'watches.look': createLookHandler(needs.looks ?? {}),
  'reminders.send': createReminderHandler(needs),
  'error-logs.write': writeError,
  'mails.send': createMailHandler(needs),
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

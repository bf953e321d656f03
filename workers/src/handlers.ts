import { executeAccountDeletion, type DeletionDeps } from '@ve/app/privacy/delete-account';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import type { MonitorChecks } from '@ve/app/monitoring/alerts/monitor-check';
import { storeErrorLog } from '@ve/app/operations/write-error-log';
import { deleteUnusedCustomer } from '@ve/app/privacy/delete-customer';
import { syncCustomer } from '@ve/app/privacy/sync-customer';
import { createDataExport } from '@ve/app/privacy/create-data-export';
import type { Handlers } from './job-context.ts';
import {
  createMailHandler,
  createPreviewHandler,
  createTextHandler,
  type MailServer,
  type TextVendor,
} from './message-handlers.ts';
import { sendReminder } from '@ve/app/monitoring/reminders/send-reminder';
import type { PaymentDeps } from '@ve/app/membership/payments/payments';
import { renderReportPdf, type PdfDeps } from '@ve/app/report/render-report-pdf';
import { createPdfRenderer } from './report/pdf/pdf-renderer.ts';
import { backfillReport } from '@ve/app/report/backfill-report';
import { fetchPicture } from '@ve/app/report/fetch-picture';
import { completePaidSignUp } from '@ve/app/membership/sign-up/complete-sign-up';
import { processStripeEvent } from '@ve/app/membership/payments/process-stripe-event';
import { applyChange } from '@ve/app/membership/announced-change/apply-change';
import { cancelAtStripe } from '@ve/app/membership/cancellation/cancel-at-stripe';
import { withdrawAtStripe } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import type { CheckDeps } from '@ve/app/vehicle/sources';
import { runFullCheck } from '@ve/app/full-check/run-full-check';
import { fetchVehicle } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createHandlers = (
  needs: MailServer &
    TextVendor &
    PaymentDeps &
    DeletionDeps &
    CheckDeps & { monitorChecks?: MonitorChecks } & Partial<Pick<PdfDeps, 'renderPdf'>>,
): Handlers => ({
  'vehicle-fetches.run': fetchVehicle(needs),
  'full-checks.run': runFullCheck(needs),
  'monitor-checks.run': runMonitorCheck(needs.monitorChecks ?? {}),
  'reminders.send': sendReminder(needs),
  'error-logs.write': storeErrorLog,
  'mails.send': createMailHandler(needs),
  'texts.send': createTextHandler(needs),
  'sign-ups.complete': completePaidSignUp(needs),
  'stripe-events.process': processStripeEvent(needs),
  'subscriptions.sync': ({ subscriptionId }, context) =>
    syncSubscription(needs.payments, { id: subscriptionId }, context),
  'subscriptions.cancel': cancelAtStripe(needs),
  'subscriptions.withdraw-cancellation': withdrawAtStripe(needs),
  'subscriptions.apply-change': applyChange(needs),
  'accounts.delete': executeAccountDeletion(needs),
  'reports.backfill': backfillReport(needs),
  'vehicle-pictures.fetch': fetchPicture(needs),
  'data-exports.create': createDataExport,
  'report-pdfs.render': renderReportPdf({ renderPdf: createPdfRenderer(), ...needs }),
  'newsletter-issues.preview': createPreviewHandler(needs),
  'customers.sync': syncCustomer(needs),
  'customers.delete': deleteUnusedCustomer(needs),
});

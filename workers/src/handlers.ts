import { executeAccountDeletion, type AccountDeletionDeps } from '@ve/app/privacy/delete-account';
import { runMonitorCheck } from '@ve/app/monitoring/run-monitor-check';
import type { MonitorChecksByAspect } from '@ve/app/monitoring/alerts/monitor-check';
import { storeErrorLog } from '@ve/app/operations/error-logs';
import { deleteUnusedStripeCustomer, updateStripeCustomerFromProfile } from '@ve/app/privacy/stripe-customer';
import { createDataExport } from '@ve/app/privacy/data-exports';
import type { JobUseCasesByName } from './job-context.ts';
import { queueReminderMessage } from '@ve/app/monitoring/reminders/send-reminder';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';
import { renderReportPdf, type ReportPdfDeps } from '@ve/app/report/render-report-pdf';
import { createPdfRenderer } from './report/pdf/pdf-renderer.ts';
import { backfillReport } from '@ve/app/report/backfill-report';
import { fetchVehiclePicture } from '@ve/app/report/fetch-vehicle-picture';
import { processSignUpPayment } from '@ve/app/membership/sign-up/complete-sign-up';
import { processStripeEvent } from '@ve/app/membership/payments/process-stripe-event';
import { applyAnnouncedChange } from '@ve/app/membership/announced-change/apply-announced-change';
import { cancelSubscriptionAtStripe } from '@ve/app/membership/cancellation/cancel-subscription-at-stripe';
import { withdrawCancellationAtStripe } from '@ve/app/membership/cancellation/withdraw-cancellation';
import { syncSubscription } from '@ve/app/membership/subscription/sync-subscription';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';
import { runFullCheck } from '@ve/app/full-check/run-full-check';
import { fetchVehicle } from '@ve/app/vehicle/vehicle-fetch/fetch-vehicle';
import type { JobUseCase } from '@ve/app/job-context';
import { sendMail, type SendMailDeps } from '@ve/app/messaging/mails/send-mail';
import { storeRenderedNewsletterPreview } from '@ve/app/messaging/newsletter/preview-newsletter';
import { sendText, type SendTextDeps } from '@ve/app/messaging/texts/send-text';
import { findMembershipOfMailReader } from './membership/mails/membership-parts.tsx';
import { type EmailContent, renderEmail } from './messaging/mails/render-email.ts';
import { mailBuilderOf } from './messaging/mails/mail-builders.ts';
import { newsletterEmail } from './messaging/mails/newsletter.mail.tsx';
import { textBuilderOf } from './messaging/texts/text-builders.ts';

/** The handlers of all jobs: the type requires one for every job of the contract. */
export const createJobHandlers = (
  needs: MailServerDeps &
    TextVendorDeps &
    PaymentDeps &
    AccountDeletionDeps &
    FullCheckDeps & { monitorChecks?: MonitorChecksByAspect } & Partial<Pick<ReportPdfDeps, 'renderPdf'>>,
): JobUseCasesByName => ({
  'vehicle-fetches.run': fetchVehicle(needs),
  'full-checks.run': runFullCheck(needs),
  'monitor-checks.run': runMonitorCheck(needs.monitorChecks ?? {}),
  'reminders.send': queueReminderMessage(needs),
  'error-logs.write': storeErrorLog,
  'mails.send': createMailHandler(needs),
  'texts.send': createTextHandler(needs),
  'sign-ups.complete': processSignUpPayment(needs),
  'stripe-events.process': processStripeEvent(needs),
  'subscriptions.sync': ({ subscriptionId }, context) =>
    syncSubscription(needs.payments, { id: subscriptionId }, context),
  'subscriptions.cancel': cancelSubscriptionAtStripe(needs),
  'subscriptions.withdraw-cancellation': withdrawCancellationAtStripe(needs),
  'subscriptions.apply-change': applyAnnouncedChange(needs),
  'accounts.delete': executeAccountDeletion(needs),
  'reports.backfill': backfillReport(needs),
  'vehicle-pictures.fetch': fetchVehiclePicture(needs),
  'data-exports.create': createDataExport,
  'report-pdfs.render': renderReportPdf({ renderPdf: createPdfRenderer(), ...needs }),
  'newsletter-issues.preview': createPreviewHandler(needs),
  'customers.sync': updateStripeCustomerFromProfile(needs),
  'customers.delete': deleteUnusedStripeCustomer(needs),
});

type MailDeps = SendMailDeps<EmailContent>;

/** The mail server and its settings. */
export type MailServerDeps = Pick<MailDeps, 'mail' | 'mailSettings' | 'mailLeaseMs'>;
/** The vendor of texts and its settings. */
export type TextVendorDeps = Omit<SendTextDeps, 'builderOf'>;

/** Sends mails with the templates of the workers. `builderOf`: other templates, for tests. */
export const createMailHandler = (
  server: MailServerDeps & Partial<Pick<MailDeps, 'builderOf'>>,
): JobUseCase<'mails.send'> =>
  sendMail<EmailContent>({
    builderOf: mailBuilderOf,
    rendererFor: async (em, mail, at) => {
      const reader = await findMembershipOfMailReader(em, mail, at);
      return (content) => renderEmail(content, reader);
    },
    ...server,
  });

/** Renders previews of the newsletter with the template that sends it. */
const createPreviewHandler = ({
  mailSettings,
}: Pick<MailServerDeps, 'mailSettings'>): JobUseCase<'newsletter-issues.preview'> =>
  storeRenderedNewsletterPreview((issue) => renderEmail(newsletterEmail(issue, null, mailSettings)));

/** Sends texts with the templates of the workers. */
export const createTextHandler = (vendor: TextVendorDeps): JobUseCase<'texts.send'> =>
  sendText({ builderOf: textBuilderOf, ...vendor });

import type { MailTemplate } from '@ve/contracts/mails';
import { buildAlertEmail } from '../../monitoring/mails/alert.mail.tsx';
import { buildCancellationCodeEmail } from '../../membership/mails/cancellation-code.mail.tsx';
import {
  buildComplaintConfirmationEmail,
  buildComplaintDelayedEmail,
  buildComplaintEscalatedEmail,
  buildContactMessageAnswerEmail,
} from '../../membership/mails/complaint.builders.ts';
import { buildContactConfirmationEmail, buildContactCaseNoticeEmail } from './contact.builders.ts';
import { buildDataExportReadyEmail } from '../../privacy/mails/data-export-ready.mail.tsx';
import {
  buildDataDisputeCaseNoticeEmail,
  buildDataDisputeAnswerEmail,
  buildDataDisputeConfirmationEmail,
} from '../../membership/mails/dispute.builders.ts';
import {
  buildEmailChangeNewAddressEmail,
  buildEmailChangeOldAddressEmail,
} from '../../identity/mails/email-change.mail.tsx';
import { buildEmailChangedEmail } from '../../identity/mails/email-changed.mail.tsx';
import { buildFullCheckFailedEmail } from '../../full-check/full-check-failed.mail.tsx';
import {
  buildPaymentDisputedEmail,
  buildPaymentDisputedNoticeEmail,
} from '../../membership/mails/payment-disputed.mail.tsx';
import {
  buildEarlierMonthRefundNoticeEmail,
  buildRetainedPaymentRefundFailedNoticeEmail,
  buildRefundRefusedNoticeEmail,
} from '../../membership/mails/refund-notices.mail.tsx';
import {
  buildSecondChargeRefundFailedEmail,
  buildSecondChargeRefundFailedNoticeEmail,
  buildSecondChargeReturnedEmail,
} from '../../membership/mails/second-charge.mail.tsx';
import { buildRefundFailedEmail, buildRefundFailedNoticeEmail } from '../../membership/mails/refund-failed.mail.tsx';
import { buildMembershipCancelledEmail } from '../../membership/mails/membership-cancelled.mail.tsx';
import type { MailBuilder } from './render-email.ts';
import { buildPaymentsReturnedAfterRestoreEmail } from '../../membership/mails/returned-after-restore.mail.tsx';
import { buildMembershipChangeAnnouncedEmail } from '../../membership/mails/change-announced.mail.tsx';
import { buildSixMonthlyMembershipNoticeEmail } from '../../membership/mails/six-monthly.mail.tsx';
import { buildCancellationWithdrawnEmail } from '../../membership/mails/cancellation-withdrawn.mail.tsx';
import { buildChargeFailedEmail } from '../../membership/mails/charge-failed.mail.tsx';
import { buildPreChargeEmail } from '../../membership/mails/pre-charge.mail.tsx';
import { buildReceiptEmail } from '../../membership/mails/receipt.mail.tsx';
import { buildSignUpPaymentReturnedEmail } from '../../membership/mails/payment-returned.mail.tsx';
import { buildWelcomeEmail } from '../../membership/mails/welcome.mail.tsx';
import { buildDataRequestLinkEmail } from '../../privacy/mails/data-request-link.mail.tsx';
import { buildAccountDeletedEmail } from '../../privacy/mails/account-deleted.mail.tsx';
import { buildAccountDeletionEmail } from '../../privacy/mails/account-deletion.mail.tsx';
import { buildNewsletterConfirmEmail, buildNewsletterEmail, buildNewsletterTestEmail } from './newsletter.builder.ts';
import { buildReminderEmail } from '../../monitoring/mails/reminder.mail.tsx';
import { buildReportReadyEmail } from '../../report/mails/report-ready.mail.tsx';
import { buildServiceFaultEmail, buildServiceFaultResolvedEmail } from '../../operations/mails/service-fault.mail.tsx';
import { buildSignInLinkEmail } from '../../identity/mails/sign-in-link.mail.tsx';
import { buildStaffPasswordEmail } from '../../identity/mails/staff-password.mail.tsx';

/** The builders of all mails: the type requires one for every template of the contract. */
const mailBuilders: { readonly [T in MailTemplate]: MailBuilder } = {
  'contact-message': buildContactCaseNoticeEmail,
  'service-fault': buildServiceFaultEmail,
  'service-fault-resolved': buildServiceFaultResolvedEmail,
  'contact-confirmation': buildContactConfirmationEmail,
  'complaint-confirmation': buildComplaintConfirmationEmail,
  'complaint-escalated': buildComplaintEscalatedEmail,
  'complaint-delayed': buildComplaintDelayedEmail,
  'complaint-answer': buildContactMessageAnswerEmail,
  'enquiry-answer': buildContactMessageAnswerEmail,
  dispute: buildDataDisputeCaseNoticeEmail,
  'dispute-confirmation': buildDataDisputeConfirmationEmail,
  'dispute-answer': buildDataDisputeAnswerEmail,
  'newsletter-confirm': buildNewsletterConfirmEmail,
  newsletter: buildNewsletterEmail,
  'newsletter-test': buildNewsletterTestEmail,
  'staff-password': buildStaffPasswordEmail,
  'sign-in-link': buildSignInLinkEmail,
  welcome: buildWelcomeEmail,
  'payment-returned': buildSignUpPaymentReturnedEmail,
  'returned-after-restore': buildPaymentsReturnedAfterRestoreEmail,
  receipt: buildReceiptEmail,
  'pre-charge': buildPreChargeEmail,
  'charge-failed': buildChargeFailedEmail,
  'membership-cancelled': buildMembershipCancelledEmail,
  'cancellation-code': buildCancellationCodeEmail,
  'cancellation-withdrawn': buildCancellationWithdrawnEmail,
  'refund-failed': buildRefundFailedEmail,
  'refund-failed-notice': buildRefundFailedNoticeEmail,
  'second-charge-returned': buildSecondChargeReturnedEmail,
  'second-charge-refund-failed': buildSecondChargeRefundFailedEmail,
  'second-charge-refund-failed-notice': buildSecondChargeRefundFailedNoticeEmail,
  'earlier-refund-notice': buildEarlierMonthRefundNoticeEmail,
  'retained-payment-refund-failed-notice': buildRetainedPaymentRefundFailedNoticeEmail,
  'refund-refused-notice': buildRefundRefusedNoticeEmail,
  'payment-disputed': buildPaymentDisputedEmail,
  'payment-disputed-notice': buildPaymentDisputedNoticeEmail,
  'six-monthly': buildSixMonthlyMembershipNoticeEmail,
  'change-announced': buildMembershipChangeAnnouncedEmail,
  'account-deletion': buildAccountDeletionEmail,
  'account-deleted': buildAccountDeletedEmail,
  'data-request-link': buildDataRequestLinkEmail,
  'report-ready': buildReportReadyEmail,
  'full-check-failed': buildFullCheckFailedEmail,
  'email-change-old': buildEmailChangeOldAddressEmail,
  'email-change-new': buildEmailChangeNewAddressEmail,
  'email-changed': buildEmailChangedEmail,
  'data-export-ready': buildDataExportReadyEmail,
  reminder: buildReminderEmail,
  alert: buildAlertEmail,
};

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailBuilders, name);

/** Returns the builder of a template, or null for a template of a newer release. */
export const mailBuilderOf = (template: string): MailBuilder | null =>
  isTemplate(template) ? mailBuilders[template] : null;

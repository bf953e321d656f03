import type { MailTemplate } from '@ve/contracts/mails';
import { buildAlertEmail } from '../../monitoring/mails/alert.builder.ts';
import { buildCancellationCodeEmail } from '../../membership/mails/cancellation-code.builder.ts';
import {
  buildComplaintAnswerEmail,
  buildComplaintConfirmationEmail,
  buildComplaintDelayedEmail,
  buildComplaintEscalatedEmail,
  buildEnquiryAnswerEmail,
} from '../../membership/complaints/complaint.builders.ts';
import { buildContactConfirmationEmail, buildContactMessageEmail } from './contact.builders.ts';
import { buildDataExportReadyEmail } from '../../privacy/mails/data-export.builder.ts';
import {
  buildDisputeEmail,
  buildDisputeAnswerEmail,
  buildDisputeConfirmationEmail,
} from '../../membership/mails/dispute.builders.ts';
import {
  buildEmailChangedEmail,
  buildEmailChangeNewEmail,
  buildEmailChangeOldEmail,
} from '../../identity/mails/email-change.builders.ts';
import { buildFullCheckFailedEmail } from '../../full-check/full-check.builders.ts';
import {
  buildMembershipCancelledEmail,
  buildPaymentDisputedEmail,
  buildPaymentDisputedNoticeEmail,
  buildEarlierRefundNoticeEmail,
  buildRetainedPaymentRefundFailedNoticeEmail,
  buildRefundFailedEmail,
  buildRefundFailedNoticeEmail,
  buildRefundRefusedNoticeEmail,
  buildSecondChargeRefundFailedEmail,
  buildSecondChargeRefundFailedNoticeEmail,
  buildSecondChargeReturnedEmail,
} from '../../privacy/mails/cancellation.builders.ts';
import type { MailBuilder } from './email-content.ts';
import {
  buildChangeAnnouncedEmail,
  buildChargeFailedEmail,
  buildCancellationWithdrawnEmail,
  buildPaymentReturnedEmail,
  buildPreChargeEmail,
  buildReceiptEmail,
  buildReturnedAfterRestoreEmail,
  buildSixMonthlyEmail,
  buildWelcomeEmail,
} from '../../membership/mails/membership.builders.ts';
import {
  buildAccountDeletedEmail,
  buildAccountDeletionEmail,
  buildDataRequestLinkEmail,
} from '../../privacy/mails/my-data.builders.ts';
import { buildNewsletterConfirmEmail, buildNewsletterEmail, buildNewsletterTestEmail } from './newsletter.builder.ts';
import { buildReminderEmail } from '../../monitoring/mails/reminder.builder.ts';
import { buildReportReadyEmail } from '../../report/mails/report-ready.builder.ts';
import { buildSignInLinkEmail } from '../../identity/mails/sign-in-link.builder.ts';
import { buildStaffPasswordEmail } from '../../identity/mails/staff-password.builder.ts';

/** The builders of all mails: the type requires one for every template of the contract. */
const mailBuilders: { readonly [T in MailTemplate]: MailBuilder } = {
  'contact-message': buildContactMessageEmail,
  'contact-confirmation': buildContactConfirmationEmail,
  'complaint-confirmation': buildComplaintConfirmationEmail,
  'complaint-escalated': buildComplaintEscalatedEmail,
  'complaint-delayed': buildComplaintDelayedEmail,
  'complaint-answer': buildComplaintAnswerEmail,
  'enquiry-answer': buildEnquiryAnswerEmail,
  dispute: buildDisputeEmail,
  'dispute-confirmation': buildDisputeConfirmationEmail,
  'dispute-answer': buildDisputeAnswerEmail,
  'newsletter-confirm': buildNewsletterConfirmEmail,
  newsletter: buildNewsletterEmail,
  'newsletter-test': buildNewsletterTestEmail,
  'staff-password': buildStaffPasswordEmail,
  'sign-in-link': buildSignInLinkEmail,
  welcome: buildWelcomeEmail,
  'payment-returned': buildPaymentReturnedEmail,
  'returned-after-restore': buildReturnedAfterRestoreEmail,
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
  'earlier-refund-notice': buildEarlierRefundNoticeEmail,
  'retained-payment-refund-failed-notice': buildRetainedPaymentRefundFailedNoticeEmail,
  'refund-refused-notice': buildRefundRefusedNoticeEmail,
  'payment-disputed': buildPaymentDisputedEmail,
  'payment-disputed-notice': buildPaymentDisputedNoticeEmail,
  'six-monthly': buildSixMonthlyEmail,
  'change-announced': buildChangeAnnouncedEmail,
  'account-deletion': buildAccountDeletionEmail,
  'account-deleted': buildAccountDeletedEmail,
  'data-request-link': buildDataRequestLinkEmail,
  'report-ready': buildReportReadyEmail,
  'full-check-failed': buildFullCheckFailedEmail,
  'email-change-old': buildEmailChangeOldEmail,
  'email-change-new': buildEmailChangeNewEmail,
  'email-changed': buildEmailChangedEmail,
  'data-export-ready': buildDataExportReadyEmail,
  reminder: buildReminderEmail,
  alert: buildAlertEmail,
};

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailBuilders, name);

/** Returns the builder of a template, or null for a template of a newer release. */
export const mailBuilderOf = (template: string): MailBuilder | null =>
  isTemplate(template) ? mailBuilders[template] : null;

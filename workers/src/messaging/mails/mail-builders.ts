import type { MailTemplate } from '@ve/contracts/mails';
import { buildAlert } from '../../monitoring/mails/alert.builder.ts';
import { buildCancellationCode } from '../../membership/mails/cancellation-code.builder.ts';
import {
  buildComplaintAnswer,
  buildComplaintConfirmation,
  buildComplaintDelayed,
  buildComplaintEscalated,
} from '../../membership/complaints/complaint.builders.ts';
import { buildContactConfirmation, buildContactMessage } from './contact.builders.ts';
import { buildDataExportReady } from '../../privacy/mails/data-export.builder.ts';
import { buildDispute, buildDisputeAnswer, buildDisputeConfirmation } from '../../membership/mails/dispute.builders.ts';
import {
  buildEmailChanged,
  buildEmailChangeNew,
  buildEmailChangeOld,
} from '../../identity/mails/email-change.builders.ts';
import { buildFullCheckFailed } from '../../full-check/full-check.builders.ts';
import {
  buildMembershipCancelled,
  buildPaymentDisputed,
  buildPaymentDisputedNotice,
  buildEarlierRefundNotice,
  buildRetainedPaymentRefundFailedNotice,
  buildRefundFailed,
  buildRefundFailedNotice,
  buildRefundRefusedNotice,
  buildSecondChargeRefundFailed,
  buildSecondChargeRefundFailedNotice,
  buildSecondChargeReturned,
} from '../../privacy/mails/cancellation.builders.ts';
import type { MailBuilder } from './email-content.ts';
import {
  buildChargeFailed,
  buildCancellationWithdrawn,
  buildPaymentReturned,
  buildPreCharge,
  buildReceipt,
  buildReturnedAfterRestore,
  buildSixMonthly,
  buildWelcome,
} from '../../membership/mails/membership.builders.ts';
import {
  buildAccountDeleted,
  buildAccountDeletion,
  buildDataRequestLink,
} from '../../privacy/mails/my-data.builders.ts';
import { buildNewsletterConfirm } from './newsletter.builder.ts';
import { buildReminder } from '../../monitoring/mails/reminder.builder.ts';
import { buildReportReady } from '../../report/mails/report-ready.builder.ts';
import { buildSignInLink } from '../../identity/mails/sign-in-link.builder.ts';
import { buildStaffPassword } from '../../identity/mails/staff-password.builder.ts';

/** The builders of all mails: the type requires one for every template of the contract. */
const mailBuilders: { readonly [T in MailTemplate]: MailBuilder } = {
  'contact-message': buildContactMessage,
  'contact-confirmation': buildContactConfirmation,
  'complaint-confirmation': buildComplaintConfirmation,
  'complaint-escalated': buildComplaintEscalated,
  'complaint-delayed': buildComplaintDelayed,
  'complaint-answer': buildComplaintAnswer,
  dispute: buildDispute,
  'dispute-confirmation': buildDisputeConfirmation,
  'dispute-answer': buildDisputeAnswer,
  'newsletter-confirm': buildNewsletterConfirm,
  'staff-password': buildStaffPassword,
  'sign-in-link': buildSignInLink,
  welcome: buildWelcome,
  'payment-returned': buildPaymentReturned,
  'returned-after-restore': buildReturnedAfterRestore,
  receipt: buildReceipt,
  'pre-charge': buildPreCharge,
  'charge-failed': buildChargeFailed,
  'membership-cancelled': buildMembershipCancelled,
  'cancellation-code': buildCancellationCode,
  'cancellation-withdrawn': buildCancellationWithdrawn,
  'refund-failed': buildRefundFailed,
  'refund-failed-notice': buildRefundFailedNotice,
  'second-charge-returned': buildSecondChargeReturned,
  'second-charge-refund-failed': buildSecondChargeRefundFailed,
  'second-charge-refund-failed-notice': buildSecondChargeRefundFailedNotice,
  'earlier-refund-notice': buildEarlierRefundNotice,
  'retained-payment-refund-failed-notice': buildRetainedPaymentRefundFailedNotice,
  'refund-refused-notice': buildRefundRefusedNotice,
  'payment-disputed': buildPaymentDisputed,
  'payment-disputed-notice': buildPaymentDisputedNotice,
  'six-monthly': buildSixMonthly,
  'account-deletion': buildAccountDeletion,
  'account-deleted': buildAccountDeleted,
  'data-request-link': buildDataRequestLink,
  'report-ready': buildReportReady,
  'full-check-failed': buildFullCheckFailed,
  'email-change-old': buildEmailChangeOld,
  'email-change-new': buildEmailChangeNew,
  'email-changed': buildEmailChanged,
  'data-export-ready': buildDataExportReady,
  reminder: buildReminder,
  alert: buildAlert,
};

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailBuilders, name);

/** Returns the builder of a template, or null for a template of a newer release. */
export const mailBuilderOf = (template: string): MailBuilder | null =>
  isTemplate(template) ? mailBuilders[template] : null;

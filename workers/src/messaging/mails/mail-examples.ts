import { disputableReportSections } from '@ve/contracts/http/membership/disputes';
import type { MailTemplate } from '@ve/contracts/mails';
import type { DataDisputeRow } from '@ve/data/membership/dispute/dispute.repository';
import type { ReportReadyMailData } from '@ve/data/report/report-ready-mail.repository';
import type { FailedFullCheckMailData } from '@ve/data/full-check/full-check-mail.repository';
import type { CancellationMailData } from '@ve/app/membership/cancellation/cancellation-outcome';
import type {
  ChargeMailData,
  MembershipMailData,
  PaymentMailData,
} from '@ve/data/membership/mails/membership-mail.repository';
import { currentConsents } from '@ve/domain/membership/consents';
import { membershipOffer, trialEndAfterPayment } from '@ve/domain/membership/offer';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { contactMessageAnswerEmail, dataDisputeAnswerEmail } from '../../membership/mails/staff-answer.mail.tsx';
import { cancellationCodeEmail } from '../../membership/mails/cancellation-code.mail.tsx';
import { accountDeletedEmail } from '../../privacy/mails/account-deleted.mail.tsx';
import { accountDeletionEmail } from '../../privacy/mails/account-deletion.mail.tsx';
import { membershipChangeAnnouncedEmail } from '../../membership/mails/change-announced.mail.tsx';
import { chargeFailedEmail } from '../../membership/mails/charge-failed.mail.tsx';
import {
  complaintConfirmationEmail,
  complaintDelayedEmail,
  complaintEscalatedEmail,
} from '../../membership/mails/complaint.mail.tsx';
import { affiliateApplicationConfirmationEmail, contactConfirmationEmail } from './contact-confirmation.mail.tsx';
import { caseNoticeEmail } from './case-notice.mail.tsx';
import { dataExportReadyEmail } from '../../privacy/mails/data-export-ready.mail.tsx';
import { dataRequestLinkEmail } from '../../privacy/mails/data-request-link.mail.tsx';
import { dataDisputeConfirmationEmail } from '../../membership/mails/dispute-confirmation.mail.tsx';
import { emailChangedEmail } from '../../identity/mails/email-changed.mail.tsx';
import {
  emailChangeNewAddressEmail,
  emailChangeOldAddressEmail,
  emailAlreadyUsedEmail,
} from '../../identity/mails/email-change.mail.tsx';
import { fullCheckFailedEmail } from '../../full-check/full-check-failed.mail.tsx';
import type { EmailContent } from './render-email.ts';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { membershipCancelledEmail } from '../../membership/mails/membership-cancelled.mail.tsx';
import { cancelUrlOf } from '../../membership/mails/membership-parts.tsx';
import { cancellationWithdrawnEmail } from '../../membership/mails/cancellation-withdrawn.mail.tsx';
import { newsletterConfirmEmail } from './newsletter-confirm.mail.tsx';
import { newsletterEmail } from './newsletter.mail.tsx';
import { paymentDisputedEmail, paymentDisputedNoticeEmail } from '../../membership/mails/payment-disputed.mail.tsx';
import { signUpPaymentReturnedEmail } from '../../membership/mails/payment-returned.mail.tsx';
import { preChargeNoticeEmail } from '../../membership/mails/pre-charge.mail.tsx';
import { paymentReceiptEmail } from '../../membership/mails/receipt.mail.tsx';
import type { ReaderMembership } from './mail-frame.tsx';
import { paymentsReturnedAfterRestoreEmail } from '../../membership/mails/returned-after-restore.mail.tsx';
import {
  earlierMonthRefundNoticeEmail,
  retainedPaymentRefundFailedNoticeEmail,
  refundRefusedNoticeEmail,
} from '../../membership/mails/refund-notices.mail.tsx';
import { refundFailedEmail, refundFailedNoticeEmail } from '../../membership/mails/refund-failed.mail.tsx';
import {
  secondChargeRefundFailedEmail,
  secondChargeRefundFailedNoticeEmail,
  secondChargeReturnedEmail,
} from '../../membership/mails/second-charge.mail.tsx';
import { reportReadyEmail } from '../../report/mails/report-ready.mail.tsx';
import { confirmAddressEmail, signInLinkEmail } from '../../identity/mails/sign-in-link.mail.tsx';
import { sixMonthlyMembershipNoticeEmail } from '../../membership/mails/six-monthly.mail.tsx';
import { serviceFaultEmail, serviceFaultResolvedEmail } from '../../operations/mails/service-fault.mail.tsx';
import { staffPasswordEmail } from '../../identity/mails/staff-password.mail.tsx';
import { alertExamples, reminderExamples } from '../../monitoring/mails/watch-examples.ts';
import { welcomeEmail } from '../../membership/mails/welcome.mail.tsx';

export const exampleMailSettings: MailSettings = {
  from: { name: 'Vehicle Enquiry', address: 'no-reply@vehicle-enquiry.example' },
  support: 'support@vehicle-enquiry.example',
  origin: 'https://vehicle-enquiry.example',
};

const serviceFault = {
  summary: 'DVLA isn’t responding',
  beganAt: new Date('2027-03-01T10:02:00Z'),
  endedAt: new Date('2027-03-01T10:40:00Z'),
};

const token = 'cancel_0'.repeat(5).concat('abc');
const cancelUrl = cancelUrlOf(exampleMailSettings, token);

/** Readers for the foot of a mail: in the trial, a member, and one who has cancelled. */
export const exampleMailReaders = {
  trial: { kind: 'trial', endsAt: null, cancelUrl },
  member: { kind: 'membership', endsAt: null, cancelUrl },
  cancelled: { kind: 'membership', endsAt: new Date('2026-12-22T17:40:00Z'), cancelUrl },
} as const satisfies Record<string, ReaderMembership>;

const enquiry = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Dana Driver',
  email: 'dana@example.com',
  message: 'I bought a car last week.\n\nWhich day does its tax end, and who tells me?\n\nThank you\nDana',
  registration: 'AB12 CDE',
  kind: 'enquiry',
  reference: 'VE-4CDF6GHJ',
  state: 'received',
  receivedAt: new Date('2026-11-21T12:00:00Z'),
  dueAt: caseDueAt('enquiry', new Date('2026-11-21T12:00:00Z')),
} as const;

const complaint = {
  ...enquiry,
  kind: 'complaint',
  reference: 'VE-7K3M9QXA',
  dueAt: caseDueAt('complaint', enquiry.receivedAt),
} as const;

const affiliate = {
  ...enquiry,
  kind: 'affiliate',
  reference: 'VE-9MNPQRTW',
  dueAt: caseDueAt('affiliate', enquiry.receivedAt),
} as const;

const dispute: DataDisputeRow = {
  id: '00000000-0000-4000-8000-000000000004',
  reference: 'VE-3ACDEFGH',
  registration: 'AB12CDE',
  section: 'finance',
  datum: 'Outstanding Finance',
  value: '1 agreement',
  source: 'UKVD',
  readAt: new Date('2026-11-20T09:30:00Z'),
  message: 'I settled this agreement in May.\n\nI have the lender’s letter.',
  email: 'dana@example.com',
  userId: null,
  createdAt: new Date('2026-11-21T12:00:00Z'),
  dueAt: caseDueAt('dispute', new Date('2026-11-21T12:00:00Z')),
};

const paidAt = new Date('2026-11-21T17:40:00Z');
const trialEndsAt = trialEndAfterPayment(paidAt);
const periodEnd = new Date('2026-12-22T17:40:00Z');
const subscription = { id: '00000000-0000-4000-8000-000000000002', stripeSubscriptionId: 'sub_example' };

const membership: MembershipMailData = {
  ...subscription,
  monthlyPence: membershipOffer.membership.pence,
  userId: '00000000-0000-4000-8000-000000000001',
  status: 'active',
  creditsUsed: 0,
  registration: 'AB12CDE',
  trialEndsAt,
  currentPeriodStart: trialEndsAt,
  currentPeriodEnd: periodEnd,
  creditedPeriodEnd: periodEnd,
  tier: 'Premium',
  cancelRequestedAt: null,
  endsAt: null,
  paymentProblem: null,
};

const agreeToken = 'agree_01'.repeat(5).concat('abc');

const announced = {
  terms: {
    kind: 'price',
    previousPence: membershipOffer.membership.pence,
    pence: membershipOffer.membership.pence + 100,
    effectiveAt: new Date('2026-12-22T00:00:00Z'),
  },
} as const;

const lastPaid = { amountPence: membershipOffer.membership.pence, currency: membershipOffer.currency, paidAt };

const sample = { ...ordinaryVehicleRecord('2026-11-21'), registration: 'SL02WLY' };
const report: ReportReadyMailData = {
  registration: 'SL02WLY',
  isAnswerMail: false,
  visitor: null,
  outcome: 'found',
  record: null,
  check: null,
};
const retriedReport: ReportReadyMailData = {
  ...report,
  registration: 'DN02DWN',
  isAnswerMail: true,
  visitor: { email: 'reader@example.com', askedAt: '2026-11-21T12:00:00.000Z' },
};

const declined = {
  kind: 'declined',
  pence: membershipOffer.membership.pence,
  failedAt: '2026-11-22T18:40:00Z',
  nextAttemptAt: '2026-11-25T18:40:00Z',
  invoiceId: 'in_example',
} as const;

const nextCharge = { pence: membershipOffer.membership.pence, at: periodEnd, timing: 'planned' } as const;

const payment: PaymentMailData = {
  id: '00000000-0000-4000-8000-000000000003',
  kind: 'membership',
  amountPence: membershipOffer.membership.pence,
  fullCheckPence: membershipOffer.membership.fullCheckPence,
  currency: membershipOffer.currency,
  paidAt: new Date('2026-12-22T18:40:00Z'),
  periodStart: new Date('2026-12-22T17:40:00Z'),
  periodEnd: new Date('2027-01-22T17:40:00Z'),
  receiptUrl: null,
  first: null,
  registration: 'AB12CDE',
  subscription,
};

const receipt = {
  ...payment,
  nextCharge: { ...nextCharge, at: new Date('2027-01-22T17:40:00Z') },
  nextCheck: 'now',
} as const;

const lastCharge = { ...membershipOffer.membership, paidAt, periodEnd, givenBack: null };

const cancellation: CancellationMailData = {
  nextCharge: null,
  registration: 'AB12CDE',
  endsAt: periodEnd,
  ended: false,
  canWithdraw: true,
  monthlyPence: membershipOffer.membership.pence,
  inTrial: false,
  origin: 'account',
  unpaid: false,
  subscription,
  refundKind: 'none',
  refundPence: 0,
  refundCard: null,
  byHand: false,
  days: { left: 25, of: 30 },
  last: lastCharge,
  noRefundReason: 'check-used',
  disputed: false,
  returnedPence: 0,
};

const ended = { endsAt: paidAt, ended: true, canWithdraw: false };

const refunded: CancellationMailData = {
  ...cancellation,
  ...ended,
  refundKind: 'full',
  refundPence: membershipOffer.membership.pence,
  refundCard: { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
  noRefundReason: null,
};

const charge: ChargeMailData = {
  id: payment.id,
  kind: 'membership',
  amountPence: membershipOffer.membership.pence,
  currency: membershipOffer.currency,
  paidAt: payment.paidAt,
  paymentIntentId: 'pi_example',
  dispute: null,
  email: 'dana@example.com',
};

const refused = { cancellationId: charge.id, refundPence: membershipOffer.membership.pence, charge };

const signUp = {
  status: 'completed',
  email: 'dana@example.com',
  returnReason: null,
  registration: 'AB12CDE',
  monthlyPence: membershipOffer.membership.pence,
  paidAt,
  trialEndsAt,
  consents: [
    { ...currentConsents.terms, kind: 'terms', textVersion: currentConsents.terms.version, givenAt: paidAt },
    {
      ...currentConsents['start-now'],
      kind: 'start-now',
      textVersion: currentConsents['start-now'].version,
      givenAt: paidAt,
    },
  ],
} as const;

const failedCheck: FailedFullCheckMailData = {
  registration: 'AB12CDE',
  failure: 'timeout',
  requestedAt: paidAt,
  creditReturned: true,
  refunded: false,
  periodEnd,
};

const emailChange = { oldEmail: 'dana@example.com', newEmail: "dana.o'driver@example.org" };
const emailToken = 'change_0'.repeat(5).concat('abc');

const exampleNewsletter = {
  subject: 'What an MOT history tells you',
  opening: 'Hello,\n\nthis month we look at what years of tests say about a car.',
  articleIds: [4, 3],
};

/** Usual and hostile examples of each template, for the development page and the tests. */
export const mailExamples: { readonly [T in MailTemplate]: Readonly<Record<string, EmailContent>> } = {
  'contact-message': {
    usual: caseNoticeEmail(enquiry, exampleMailSettings),
    complaint: caseNoticeEmail(complaint, exampleMailSettings),
    affiliate: caseNoticeEmail(affiliate, exampleMailSettings),
  },
  'contact-confirmation': {
    usual: contactConfirmationEmail(enquiry, exampleMailSettings),
    affiliate: affiliateApplicationConfirmationEmail(affiliate, exampleMailSettings),
  },
  'enquiry-answer': {
    usual: contactMessageAnswerEmail({ ...enquiry, answer: 'The test is on Monday.' }, exampleMailSettings),
    affiliate: contactMessageAnswerEmail({ ...affiliate, answer: 'Welcome.' }, exampleMailSettings),
  },
  'complaint-confirmation': {
    usual: complaintConfirmationEmail(complaint, 'compl41n'.repeat(5).concat('abc'), exampleMailSettings),
  },
  'complaint-escalated': { usual: complaintEscalatedEmail(complaint, exampleMailSettings) },
  'complaint-delayed': { usual: complaintDelayedEmail(complaint, exampleMailSettings) },
  'complaint-answer': {
    usual: contactMessageAnswerEmail(
      { ...complaint, answer: 'You are right.\n\nWe have put it right today.' },
      exampleMailSettings,
    ),
    hostile: contactMessageAnswerEmail(
      { ...complaint, answer: '<img src=x onerror=alert(1)>\n</pre></blockquote><h1>Out</h1>' },
      exampleMailSettings,
    ),
  },
  dispute: { usual: caseNoticeEmail({ ...dispute, kind: 'dispute' }, exampleMailSettings) },
  'dispute-confirmation': {
    usual: dataDisputeConfirmationEmail(dispute, exampleMailSettings),
    ...Object.fromEntries(
      disputableReportSections.map((section) => [
        section,
        dataDisputeConfirmationEmail({ ...dispute, section }, exampleMailSettings),
      ]),
    ),
  },
  'dispute-answer': {
    usual: dataDisputeAnswerEmail({ ...dispute, answer: 'The lender has updated the register.' }, exampleMailSettings),
  },
  'newsletter-confirm': {
    usual: newsletterConfirmEmail(
      { confirm: 'c0nfirm-'.repeat(5).concat('abc'), unsubscribe: 'unsub_00'.repeat(5).concat('abc') },
      exampleMailSettings,
    ),
  },
  newsletter: {
    usual: newsletterEmail(exampleNewsletter, 'unsub_00'.repeat(5).concat('abc'), exampleMailSettings),
    hostile: newsletterEmail(
      {
        ...exampleNewsletter,
        subject: '<script>1</script>',
        opening: '<img src=x onerror=alert(1)>\n</p><h1>Out</h1>',
      },
      'unsub_00'.repeat(5).concat('abc'),
      exampleMailSettings,
    ),
  },
  'newsletter-test': { usual: newsletterEmail(exampleNewsletter, null, exampleMailSettings) },
  'service-fault': { usual: serviceFaultEmail(serviceFault, exampleMailSettings) },
  'service-fault-resolved': { usual: serviceFaultResolvedEmail(serviceFault, exampleMailSettings) },
  'staff-password': {
    usual: staffPasswordEmail('pa55word'.repeat(5).concat('abc'), 1, exampleMailSettings),
    invited: staffPasswordEmail('pa55word'.repeat(5).concat('abc'), 24, exampleMailSettings),
  },
  'sign-in-link': {
    usual: signInLinkEmail('s1gn-in-'.repeat(5).concat('abc'), exampleMailSettings),
    'confirm-address': confirmAddressEmail('c0nfirm-'.repeat(5).concat('abc'), exampleMailSettings),
  },
  'cancellation-code': { usual: cancellationCodeEmail('042918', exampleMailSettings) },
  welcome: {
    usual: welcomeEmail({ ...signUp, consents: [...signUp.consents] }, exampleMailSettings),
    'older-text': welcomeEmail(
      { ...signUp, consents: [{ kind: 'terms', textVersion: '2024-04-03', fullCheckPence: 0, givenAt: paidAt }] },
      exampleMailSettings,
    ),
  },
  'payment-returned': {
    usual: signUpPaymentReturnedEmail('had-trial', 'ended', exampleMailSettings),
    'has-membership': signUpPaymentReturnedEmail('had-trial', 'runs', exampleMailSettings),
    'account-gone': signUpPaymentReturnedEmail('had-trial', 'none', exampleMailSettings),
    'trial-limit': signUpPaymentReturnedEmail('trial-limit', 'none', exampleMailSettings),
    'trial-limit-ended': signUpPaymentReturnedEmail('trial-limit', 'ended', exampleMailSettings),
    'not-started': signUpPaymentReturnedEmail('not-started', 'none', exampleMailSettings),
  },
  'returned-after-restore': { usual: paymentsReturnedAfterRestoreEmail(exampleMailSettings) },
  receipt: {
    usual: paymentReceiptEmail(receipt, exampleMailSettings),
    first: paymentReceiptEmail({ ...receipt, first: 'ever' }, exampleMailSettings),
    again: paymentReceiptEmail({ ...receipt, first: 'again' }, exampleMailSettings),
    trial: paymentReceiptEmail(
      {
        ...receipt,
        kind: 'trial',
        amountPence: membershipOffer.trial.pence,
        paidAt,
        periodStart: null,
        periodEnd: null,
      },
      exampleMailSettings,
    ),
    'no-subscription': paymentReceiptEmail(
      { ...receipt, registration: null, subscription: null, nextCharge: null, nextCheck: null },
      exampleMailSettings,
    ),
  },
  'pre-charge': {
    usual: preChargeNoticeEmail(
      {
        ...membership,
        fullCheckPence: membershipOffer.membership.fullCheckPence,
        nextCharge: { ...nextCharge, at: trialEndsAt },
      },
      token,
      exampleMailSettings,
    ),
  },
  'charge-failed': {
    usual: chargeFailedEmail({ ...membership, status: 'past_due', paymentProblem: declined }, exampleMailSettings),
    authentication: chargeFailedEmail(
      {
        ...membership,
        status: 'past_due',
        paymentProblem: { ...declined, kind: 'authentication', nextAttemptAt: null },
      },
      exampleMailSettings,
    ),
  },
  'membership-cancelled': {
    usual: membershipCancelledEmail(cancellation, token, exampleMailSettings),
    'charge-due': membershipCancelledEmail(
      { ...cancellation, canWithdraw: false, nextCharge: { ...nextCharge, at: trialEndsAt, timing: 'due' } },
      null,
      exampleMailSettings,
    ),
    refunded: membershipCancelledEmail(refunded, null, exampleMailSettings),
    'pro-rata': membershipCancelledEmail(
      { ...refunded, refundKind: 'pro-rata', refundPence: 325, refundCard: null },
      null,
      exampleMailSettings,
    ),
    'not-to-be-kept': membershipCancelledEmail(
      { ...cancellation, canWithdraw: false, noRefundReason: 'disputed' },
      null,
      exampleMailSettings,
    ),
    'by-hand': membershipCancelledEmail({ ...refunded, byHand: true }, null, exampleMailSettings),
    trial: membershipCancelledEmail(
      { ...cancellation, ...ended, inTrial: true, days: null, last: null, noRefundReason: 'never-charged' },
      null,
      exampleMailSettings,
    ),
    'charge-crossed': membershipCancelledEmail(
      { ...cancellation, ...ended, returnedPence: membershipOffer.membership.pence },
      null,
      exampleMailSettings,
    ),
    disputed: membershipCancelledEmail(
      { ...refunded, disputed: true, noRefundReason: 'disputed' },
      null,
      exampleMailSettings,
    ),
    'ended-by-support': membershipCancelledEmail(
      { ...cancellation, ...ended, origin: 'stripe', noRefundReason: null },
      null,
      exampleMailSettings,
    ),
    unpaid: membershipCancelledEmail(
      { ...cancellation, ...ended, origin: 'stripe', unpaid: true, noRefundReason: null },
      null,
      exampleMailSettings,
    ),
    'refunded-by-staff': membershipCancelledEmail(
      {
        ...refunded,
        origin: 'stripe',
        refundKind: 'none',
        refundPence: 0,
        last: { ...lastCharge, givenBack: { pence: membershipOffer.membership.pence, at: paidAt } },
        noRefundReason: 'refunded',
      },
      null,
      exampleMailSettings,
    ),
    'account-deleted': membershipCancelledEmail({ ...refunded, origin: 'deletion' }, null, exampleMailSettings),
  },
  'cancellation-withdrawn': { usual: cancellationWithdrawnEmail({ ...membership, nextCharge }, exampleMailSettings) },
  'refund-failed': { usual: refundFailedEmail(charge, exampleMailSettings) },
  'refund-failed-notice': { usual: refundFailedNoticeEmail(charge, exampleMailSettings) },
  'second-charge-returned': { usual: secondChargeReturnedEmail(charge, exampleMailSettings) },
  'second-charge-refund-failed': { usual: secondChargeRefundFailedEmail(charge, exampleMailSettings) },
  'second-charge-refund-failed-notice': { usual: secondChargeRefundFailedNoticeEmail(charge, exampleMailSettings) },
  'earlier-refund-notice': { usual: earlierMonthRefundNoticeEmail(charge, exampleMailSettings) },
  'retained-payment-refund-failed-notice': {
    usual: retainedPaymentRefundFailedNoticeEmail({ ...charge, paymentIntentId: 'pi_3Q2w3E4r5T' }, exampleMailSettings),
  },
  'refund-refused-notice': {
    usual: refundRefusedNoticeEmail(refused, exampleMailSettings),
    unnamed: refundRefusedNoticeEmail(
      { ...refused, charge: { ...charge, paymentIntentId: null } },
      exampleMailSettings,
    ),
  },
  'payment-disputed': {
    usual: paymentDisputedEmail({ ...charge, dispute: 'open' }, exampleMailSettings),
    won: paymentDisputedEmail({ ...charge, dispute: 'won' }, exampleMailSettings),
    lost: paymentDisputedEmail({ ...charge, dispute: 'lost' }, exampleMailSettings),
  },
  'payment-disputed-notice': {
    usual: paymentDisputedNoticeEmail({ ...charge, dispute: 'open' }, exampleMailSettings),
    won: paymentDisputedNoticeEmail({ ...charge, dispute: 'won' }, exampleMailSettings),
    lost: paymentDisputedNoticeEmail({ ...charge, dispute: 'lost' }, exampleMailSettings),
  },
  'six-monthly': {
    usual: sixMonthlyMembershipNoticeEmail({
      membership: { ...membership, nextCharge },
      lastPaid,
      token,
      settings: exampleMailSettings,
    }),
    'other-price': sixMonthlyMembershipNoticeEmail({
      membership: { ...membership, nextCharge },
      lastPaid: { ...lastPaid, amountPence: 790 },
      token,
      settings: exampleMailSettings,
    }),
  },
  'change-announced': {
    usual: membershipChangeAnnouncedEmail(
      { ...announced, registration: 'AB12CDE', endsAt: periodEnd },
      agreeToken,
      exampleMailSettings,
    ),
    unpaid: membershipChangeAnnouncedEmail(
      { ...announced, registration: null, endsAt: null },
      agreeToken,
      exampleMailSettings,
    ),
    terms: membershipChangeAnnouncedEmail(
      {
        terms: { kind: 'terms', termsVersion: '2027-01-01', effectiveAt: announced.terms.effectiveAt },
        registration: 'AB12CDE',
        endsAt: periodEnd,
      },
      agreeToken,
      exampleMailSettings,
    ),
  },
  'account-deletion': { usual: accountDeletionEmail(token, trialEndsAt, exampleMailSettings) },
  'account-deleted': { usual: accountDeletedEmail(paidAt, exampleMailSettings) },
  'data-request-link': { usual: dataRequestLinkEmail(token, exampleMailSettings) },
  'report-ready': {
    usual: reportReadyEmail({ ...report, record: sample }, exampleMailSettings),
    'with-check': reportReadyEmail(
      { ...report, record: sample, check: { status: 'done', failure: null, creditReturned: false } },
      exampleMailSettings,
    ),
    'check-failed': reportReadyEmail(
      { ...report, record: sample, check: { status: 'failed', failure: 'not-held', creditReturned: true } },
      exampleMailSettings,
    ),
    partial: reportReadyEmail(
      {
        ...report,
        record: {
          ...sample,
          licensing: { state: 'unavailable', source: 'DVLA', at: sample.fetchedAt, reason: 'timeout' },
          testing: { state: 'unavailable', source: 'DVSA', at: sample.fetchedAt, reason: 'timeout' },
        },
      },
      exampleMailSettings,
    ),
    unavailable: reportReadyEmail({ ...report, outcome: 'unavailable' }, exampleMailSettings),
    'not-found': reportReadyEmail({ ...report, outcome: 'not-found' }, exampleMailSettings),
    retried: reportReadyEmail({ ...retriedReport, visitor: null, record: sample }, exampleMailSettings),
    'retried-to-visitor': reportReadyEmail({ ...retriedReport, record: sample }, exampleMailSettings),
    'retried-in-vain': reportReadyEmail({ ...retriedReport, outcome: 'unavailable' }, exampleMailSettings),
  },
  'full-check-failed': {
    usual: fullCheckFailedEmail(failedCheck, exampleMailSettings),
    'not-held': fullCheckFailedEmail({ ...failedCheck, failure: 'not-held' }, exampleMailSettings),
    'cancelled-meanwhile': fullCheckFailedEmail({ ...failedCheck, refunded: true }, exampleMailSettings),
    'credit-not-returned': fullCheckFailedEmail({ ...failedCheck, creditReturned: false }, exampleMailSettings),
  },
  'email-change-old': {
    usual: emailChangeOldAddressEmail(emailChange, emailToken, exampleMailSettings),
  },
  'email-change-new': {
    usual: emailChangeNewAddressEmail(emailChange, emailToken, exampleMailSettings),
    taken: emailAlreadyUsedEmail(exampleMailSettings),
  },
  'email-changed': {
    usual: emailChangedEmail(emailChange, 'new', exampleMailSettings),
    'to-the-old': emailChangedEmail(emailChange, 'old', exampleMailSettings),
  },
  'data-export-ready': { usual: dataExportReadyEmail(exampleMailSettings) },
  reminder: reminderExamples(exampleMailSettings),
  alert: alertExamples(exampleMailSettings),
};

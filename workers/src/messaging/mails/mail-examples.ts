import { disputeSections } from '@ve/contracts/http/membership/disputes';
import type { MailTemplate } from '@ve/contracts/mails';
import type { DisputeRow } from '@ve/data/membership/dispute/dispute.repository';
import type { ReportMailData } from '@ve/data/report/report-ready-mail.repository';
import type { FailedCheckMailData } from '@ve/data/full-check/full-check-mail.repository';
import type { CancellationMailData } from '@ve/app/membership/cancellation/cancellation-outcome';
import type {
  ChargeMailData,
  MembershipMailData,
  PaymentMailData,
} from '@ve/data/membership/mails/membership-mail.repository';
import { currentConsents } from '@ve/domain/membership/consents';
import { offer, trialEndOf } from '@ve/domain/membership/offer';
import { caseDueAt } from '@ve/domain/messaging/contact/case-due';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import {
  complaintAnswerEmail,
  disputeAnswerEmail,
  enquiryAnswerEmail,
} from '../../membership/mails/staff-answer.mail.tsx';
import { cancellationCodeEmail } from '../../membership/mails/cancellation-code.mail.tsx';
import { accountDeletedEmail } from '../../privacy/mails/account-deleted.mail.tsx';
import { accountDeletionEmail } from '../../privacy/mails/account-deletion.mail.tsx';
import { changeAnnouncedEmail } from '../../membership/mails/change-announced.mail.tsx';
import { chargeFailedEmail } from '../../membership/mails/charge-failed.mail.tsx';
import {
  complaintConfirmationEmail,
  complaintDelayedEmail,
  complaintEscalatedEmail,
} from '../../membership/complaints/complaint.mail.tsx';
import { affiliateConfirmationEmail, contactConfirmationEmail } from './contact-confirmation.mail.tsx';
import { caseNoticeEmail } from './case-notice.mail.tsx';
import { dataExportReadyEmail } from '../../privacy/mails/data-export-ready.mail.tsx';
import { dataRequestLinkEmail } from '../../privacy/mails/data-request-link.mail.tsx';
import { disputeConfirmationEmail } from '../../membership/mails/dispute-confirmation.mail.tsx';
import { emailChangedEmail } from '../../identity/mails/email-changed.mail.tsx';
import {
  emailChangeNewEmail,
  emailChangeOldEmail,
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
import { paymentReturnedEmail } from '../../membership/mails/payment-returned.mail.tsx';
import { preChargeNoticeEmail } from '../../membership/mails/pre-charge.mail.tsx';
import { paymentReceiptEmail } from '../../membership/mails/receipt.mail.tsx';
import type { ReaderMembership } from './mail-frame.tsx';
import { returnedAfterRestoreEmail } from '../../membership/mails/returned-after-restore.mail.tsx';
import {
  earlierRefundNoticeEmail,
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
import { sixMonthlyNoticeEmail } from '../../membership/mails/six-monthly.mail.tsx';
import { staffPasswordEmail } from '../../identity/mails/staff-password.mail.tsx';
import { alertExamples, reminderExamples } from '../../monitoring/mails/watch-examples.ts';
import { welcomeEmail } from '../../membership/mails/welcome.mail.tsx';

export const exampleSettings: MailSettings = {
  from: { name: 'Vehicle Enquiry', address: 'no-reply@vehicle-enquiry.example' },
  support: 'support@vehicle-enquiry.example',
  origin: 'https://vehicle-enquiry.example',
};

const token = 'cancel_0'.repeat(5).concat('abc');
const cancelUrl = cancelUrlOf(exampleSettings, token);

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

const dispute: DisputeRow = {
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
const trialEndsAt = trialEndOf(paidAt);
const periodEnd = new Date('2026-12-22T17:40:00Z');
const subscription = { id: '00000000-0000-4000-8000-000000000002', stripeSubscriptionId: 'sub_example' };

const membership: MembershipMailData = {
  ...subscription,
  monthlyPence: offer.membership.pence,
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

const changeTokens = { agree: 'agree_01'.repeat(5).concat('abc'), cancel: token };

const announced = {
  terms: {
    kind: 'price',
    previousPence: offer.membership.pence,
    pence: offer.membership.pence + 100,
    effectiveAt: new Date('2026-12-22T00:00:00Z'),
  },
} as const;

const lastPaid = { amountPence: offer.membership.pence, currency: offer.currency, paidAt };

const sample = { ...ordinaryVehicleRecord('2026-11-21'), registration: 'SL02WLY' };
const report: ReportMailData = {
  registration: 'SL02WLY',
  isRetried: false,
  visitor: null,
  outcome: 'found',
  record: null,
  check: null,
};
const retriedReport: ReportMailData = {
  ...report,
  registration: 'DN02DWN',
  isRetried: true,
  visitor: { email: 'reader@example.com', askedAt: '2026-11-21T12:00:00.000Z' },
};

const declined = {
  kind: 'declined',
  pence: offer.membership.pence,
  failedAt: '2026-11-22T18:40:00Z',
  nextAttemptAt: '2026-11-25T18:40:00Z',
  invoiceId: 'in_example',
} as const;

const nextCharge = { pence: offer.membership.pence, at: periodEnd, timing: 'planned' } as const;

const payment: PaymentMailData = {
  id: '00000000-0000-4000-8000-000000000003',
  kind: 'membership',
  amountPence: offer.membership.pence,
  fullCheckPence: offer.membership.fullCheckPence,
  currency: offer.currency,
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

const lastCharge = { ...offer.membership, paidAt, periodEnd, givenBack: null };

const cancellation: CancellationMailData = {
  nextCharge: null,
  registration: 'AB12CDE',
  endsAt: periodEnd,
  ended: false,
  canWithdraw: true,
  monthlyPence: offer.membership.pence,
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
  refundPence: offer.membership.pence,
  refundCard: { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030 },
  noRefundReason: null,
};

const charge: ChargeMailData = {
  id: payment.id,
  kind: 'membership',
  amountPence: offer.membership.pence,
  currency: offer.currency,
  paidAt: payment.paidAt,
  paymentIntentId: 'pi_example',
  dispute: null,
  email: 'dana@example.com',
};

const refused = { cancellationId: charge.id, refundPence: offer.membership.pence, charge };

const signUp = {
  status: 'completed',
  email: 'dana@example.com',
  returnReason: null,
  registration: 'AB12CDE',
  monthlyPence: offer.membership.pence,
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

const failedCheck: FailedCheckMailData = {
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
    usual: caseNoticeEmail(enquiry, exampleSettings),
    complaint: caseNoticeEmail(complaint, exampleSettings),
    affiliate: caseNoticeEmail(affiliate, exampleSettings),
  },
  'contact-confirmation': {
    usual: contactConfirmationEmail(enquiry, exampleSettings),
    affiliate: affiliateConfirmationEmail(affiliate, exampleSettings),
  },
  'enquiry-answer': {
    usual: enquiryAnswerEmail({ ...enquiry, answer: 'The test is on Monday.' }, exampleSettings),
  },
  'complaint-confirmation': {
    usual: complaintConfirmationEmail(complaint, 'compl41n'.repeat(5).concat('abc'), exampleSettings),
  },
  'complaint-escalated': { usual: complaintEscalatedEmail(complaint, exampleSettings) },
  'complaint-delayed': { usual: complaintDelayedEmail(complaint, exampleSettings) },
  'complaint-answer': {
    usual: complaintAnswerEmail(
      { ...complaint, answer: 'You are right.\n\nWe have put it right today.' },
      exampleSettings,
    ),
    hostile: complaintAnswerEmail(
      { ...complaint, answer: '<img src=x onerror=alert(1)>\n</pre></blockquote><h1>Out</h1>' },
      exampleSettings,
    ),
  },
  dispute: { usual: caseNoticeEmail({ ...dispute, kind: 'dispute' }, exampleSettings) },
  'dispute-confirmation': {
    usual: disputeConfirmationEmail(dispute, exampleSettings),
    ...Object.fromEntries(
      disputeSections.map((section) => [section, disputeConfirmationEmail({ ...dispute, section }, exampleSettings)]),
    ),
  },
  'dispute-answer': {
    usual: disputeAnswerEmail({ ...dispute, answer: 'The lender has updated the register.' }, exampleSettings),
  },
  'newsletter-confirm': {
    usual: newsletterConfirmEmail(
      { confirm: 'c0nfirm-'.repeat(5).concat('abc'), unsubscribe: 'unsub_00'.repeat(5).concat('abc') },
      exampleSettings,
    ),
  },
  newsletter: {
    usual: newsletterEmail(exampleNewsletter, 'unsub_00'.repeat(5).concat('abc'), exampleSettings),
    hostile: newsletterEmail(
      {
        ...exampleNewsletter,
        subject: '<script>1</script>',
        opening: '<img src=x onerror=alert(1)>\n</p><h1>Out</h1>',
      },
      'unsub_00'.repeat(5).concat('abc'),
      exampleSettings,
    ),
  },
  'newsletter-test': { usual: newsletterEmail(exampleNewsletter, null, exampleSettings) },
  'staff-password': {
    usual: staffPasswordEmail('pa55word'.repeat(5).concat('abc'), 1, exampleSettings),
    invited: staffPasswordEmail('pa55word'.repeat(5).concat('abc'), 24, exampleSettings),
  },
  'sign-in-link': {
    usual: signInLinkEmail('s1gn-in-'.repeat(5).concat('abc'), exampleSettings),
    'confirm-address': confirmAddressEmail('c0nfirm-'.repeat(5).concat('abc'), exampleSettings),
  },
  'cancellation-code': { usual: cancellationCodeEmail('042918', exampleSettings) },
  welcome: {
    usual: welcomeEmail({ ...signUp, consents: [...signUp.consents] }, exampleSettings),
    'older-text': welcomeEmail(
      { ...signUp, consents: [{ kind: 'terms', textVersion: '2024-04-03', fullCheckPence: 0, givenAt: paidAt }] },
      exampleSettings,
    ),
  },
  'payment-returned': {
    usual: paymentReturnedEmail('had-trial', 'ended', exampleSettings),
    'has-membership': paymentReturnedEmail('had-trial', 'runs', exampleSettings),
    'account-gone': paymentReturnedEmail('had-trial', 'none', exampleSettings),
    'trial-limit': paymentReturnedEmail('trial-limit', 'none', exampleSettings),
    'trial-limit-ended': paymentReturnedEmail('trial-limit', 'ended', exampleSettings),
    'not-started': paymentReturnedEmail('not-started', 'none', exampleSettings),
  },
  'returned-after-restore': { usual: returnedAfterRestoreEmail(exampleSettings) },
  receipt: {
    usual: paymentReceiptEmail(receipt, exampleSettings),
    first: paymentReceiptEmail({ ...receipt, first: 'ever' }, exampleSettings),
    again: paymentReceiptEmail({ ...receipt, first: 'again' }, exampleSettings),
    trial: paymentReceiptEmail(
      { ...receipt, kind: 'trial', amountPence: offer.trial.pence, paidAt, periodStart: null, periodEnd: null },
      exampleSettings,
    ),
    'no-subscription': paymentReceiptEmail(
      { ...receipt, registration: null, subscription: null, nextCharge: null, nextCheck: null },
      exampleSettings,
    ),
  },
  'pre-charge': {
    usual: preChargeNoticeEmail(
      {
        ...membership,
        fullCheckPence: offer.membership.fullCheckPence,
        nextCharge: { ...nextCharge, at: trialEndsAt },
      },
      token,
      exampleSettings,
    ),
  },
  'charge-failed': {
    usual: chargeFailedEmail({ ...membership, status: 'past_due', paymentProblem: declined }, exampleSettings),
    authentication: chargeFailedEmail(
      {
        ...membership,
        status: 'past_due',
        paymentProblem: { ...declined, kind: 'authentication', nextAttemptAt: null },
      },
      exampleSettings,
    ),
  },
  'membership-cancelled': {
    usual: membershipCancelledEmail(cancellation, token, exampleSettings),
    'charge-due': membershipCancelledEmail(
      { ...cancellation, canWithdraw: false, nextCharge: { ...nextCharge, at: trialEndsAt, timing: 'due' } },
      null,
      exampleSettings,
    ),
    refunded: membershipCancelledEmail(refunded, null, exampleSettings),
    'pro-rata': membershipCancelledEmail(
      { ...refunded, refundKind: 'pro-rata', refundPence: 325, refundCard: null },
      null,
      exampleSettings,
    ),
    'not-to-be-kept': membershipCancelledEmail(
      { ...cancellation, canWithdraw: false, noRefundReason: 'disputed' },
      null,
      exampleSettings,
    ),
    'by-hand': membershipCancelledEmail({ ...refunded, byHand: true }, null, exampleSettings),
    trial: membershipCancelledEmail(
      { ...cancellation, ...ended, inTrial: true, days: null, last: null, noRefundReason: 'never-charged' },
      null,
      exampleSettings,
    ),
    'charge-crossed': membershipCancelledEmail(
      { ...cancellation, ...ended, returnedPence: offer.membership.pence },
      null,
      exampleSettings,
    ),
    disputed: membershipCancelledEmail(
      { ...refunded, disputed: true, noRefundReason: 'disputed' },
      null,
      exampleSettings,
    ),
    'ended-by-support': membershipCancelledEmail(
      { ...cancellation, ...ended, origin: 'stripe', noRefundReason: null },
      null,
      exampleSettings,
    ),
    unpaid: membershipCancelledEmail(
      { ...cancellation, ...ended, origin: 'stripe', unpaid: true, noRefundReason: null },
      null,
      exampleSettings,
    ),
    'refunded-by-staff': membershipCancelledEmail(
      {
        ...refunded,
        origin: 'stripe',
        refundKind: 'none',
        refundPence: 0,
        last: { ...lastCharge, givenBack: { pence: offer.membership.pence, at: paidAt } },
        noRefundReason: 'refunded',
      },
      null,
      exampleSettings,
    ),
    'account-deleted': membershipCancelledEmail({ ...refunded, origin: 'deletion' }, null, exampleSettings),
  },
  'cancellation-withdrawn': { usual: cancellationWithdrawnEmail({ ...membership, nextCharge }, exampleSettings) },
  'refund-failed': { usual: refundFailedEmail(charge, exampleSettings) },
  'refund-failed-notice': { usual: refundFailedNoticeEmail(charge, exampleSettings) },
  'second-charge-returned': { usual: secondChargeReturnedEmail(charge, exampleSettings) },
  'second-charge-refund-failed': { usual: secondChargeRefundFailedEmail(charge, exampleSettings) },
  'second-charge-refund-failed-notice': { usual: secondChargeRefundFailedNoticeEmail(charge, exampleSettings) },
  'earlier-refund-notice': { usual: earlierRefundNoticeEmail(charge, exampleSettings) },
  'retained-payment-refund-failed-notice': {
    usual: retainedPaymentRefundFailedNoticeEmail({ ...charge, paymentIntentId: 'pi_3Q2w3E4r5T' }, exampleSettings),
  },
  'refund-refused-notice': {
    usual: refundRefusedNoticeEmail(refused, exampleSettings),
    unnamed: refundRefusedNoticeEmail({ ...refused, charge: { ...charge, paymentIntentId: null } }, exampleSettings),
  },
  'payment-disputed': {
    usual: paymentDisputedEmail({ ...charge, dispute: 'open' }, exampleSettings),
    won: paymentDisputedEmail({ ...charge, dispute: 'won' }, exampleSettings),
    lost: paymentDisputedEmail({ ...charge, dispute: 'lost' }, exampleSettings),
  },
  'payment-disputed-notice': {
    usual: paymentDisputedNoticeEmail({ ...charge, dispute: 'open' }, exampleSettings),
    won: paymentDisputedNoticeEmail({ ...charge, dispute: 'won' }, exampleSettings),
    lost: paymentDisputedNoticeEmail({ ...charge, dispute: 'lost' }, exampleSettings),
  },
  'six-monthly': {
    usual: sixMonthlyNoticeEmail({
      membership: { ...membership, nextCharge },
      lastPaid,
      token,
      settings: exampleSettings,
    }),
    'other-price': sixMonthlyNoticeEmail({
      membership: { ...membership, nextCharge },
      lastPaid: { ...lastPaid, amountPence: 790 },
      token,
      settings: exampleSettings,
    }),
  },
  'change-announced': {
    usual: changeAnnouncedEmail(
      { ...announced, registration: 'AB12CDE', endsAt: periodEnd },
      changeTokens,
      exampleSettings,
    ),
    unpaid: changeAnnouncedEmail({ ...announced, registration: null, endsAt: null }, changeTokens, exampleSettings),
    terms: changeAnnouncedEmail(
      {
        terms: { kind: 'terms', termsVersion: '2027-01-01', effectiveAt: announced.terms.effectiveAt },
        registration: 'AB12CDE',
        endsAt: periodEnd,
      },
      changeTokens,
      exampleSettings,
    ),
  },
  'account-deletion': { usual: accountDeletionEmail(token, trialEndsAt, exampleSettings) },
  'account-deleted': { usual: accountDeletedEmail(paidAt, exampleSettings) },
  'data-request-link': { usual: dataRequestLinkEmail(token, exampleSettings) },
  'report-ready': {
    usual: reportReadyEmail({ ...report, record: sample }, exampleSettings),
    'with-check': reportReadyEmail(
      { ...report, record: sample, check: { status: 'done', failure: null, creditReturned: false } },
      exampleSettings,
    ),
    'check-failed': reportReadyEmail(
      { ...report, record: sample, check: { status: 'failed', failure: 'not-held', creditReturned: true } },
      exampleSettings,
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
      exampleSettings,
    ),
    unavailable: reportReadyEmail({ ...report, outcome: 'unavailable' }, exampleSettings),
    'not-found': reportReadyEmail({ ...report, outcome: 'not-found' }, exampleSettings),
    retried: reportReadyEmail({ ...retriedReport, visitor: null, record: sample }, exampleSettings),
    'retried-to-visitor': reportReadyEmail({ ...retriedReport, record: sample }, exampleSettings),
    'retried-in-vain': reportReadyEmail({ ...retriedReport, outcome: 'unavailable' }, exampleSettings),
  },
  'full-check-failed': {
    usual: fullCheckFailedEmail(failedCheck, exampleSettings),
    'not-held': fullCheckFailedEmail({ ...failedCheck, failure: 'not-held' }, exampleSettings),
    'cancelled-meanwhile': fullCheckFailedEmail({ ...failedCheck, refunded: true }, exampleSettings),
    'credit-not-returned': fullCheckFailedEmail({ ...failedCheck, creditReturned: false }, exampleSettings),
  },
  'email-change-old': {
    usual: emailChangeOldEmail(emailChange, emailToken, exampleSettings),
  },
  'email-change-new': {
    usual: emailChangeNewEmail(emailChange, emailToken, exampleSettings),
    taken: emailAlreadyUsedEmail(exampleSettings),
  },
  'email-changed': {
    usual: emailChangedEmail(emailChange, 'new', exampleSettings),
    'to-the-old': emailChangedEmail(emailChange, 'old', exampleSettings),
  },
  'data-export-ready': { usual: dataExportReadyEmail(exampleSettings) },
  reminder: reminderExamples(exampleSettings),
  alert: alertExamples(exampleSettings),
};

import {
  findLastMembershipPayment,
  findMailedMembership,
  findMailedPayment,
  findMailedSignUp,
} from '@ve/data/membership/mails/membership-mail.repository';
import { changeTermsOf } from '@ve/app/membership/announced-change/agree-to-change';
import { changeToken } from '@ve/app/membership/announced-change/change-token';
import { fixNoticeDay } from '@ve/app/membership/announced-change/notice-period';
import { changeLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findAgreedTerms } from '@ve/data/membership/sign-up/consent.repository';
import {
  findSubscriptionAtStripe,
  findSubscriptionOfEmail,
} from '@ve/data/membership/subscription/subscription.repository';
import { coveringPeriodEnd } from '@ve/domain/membership/announced-change';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { timelineOf } from '@ve/domain/membership/membership-timeline';
import { cancelToken } from './cancel-token.ts';
import { changeAnnouncedEmail } from './change-announced.mail.tsx';
import { chargeFailedEmail } from './charge-failed.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';
import { cancellationWithdrawnEmail } from './cancellation-withdrawn.mail.tsx';
import { paymentReturnedEmail } from './payment-returned.mail.tsx';
import { preChargeEmail } from './pre-charge.mail.tsx';
import { paymentReceiptEmail } from './receipt.mail.tsx';
import { returnedAfterRestoreEmail } from './returned-after-restore.mail.tsx';
import { sixMonthlyEmail } from './six-monthly.mail.tsx';
import { welcomeEmail } from './welcome.mail.tsx';

export const buildWelcomeEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const signUp = subjectId === null ? null : await findMailedSignUp(em, subjectId);
  const trialEndsAt = signUp?.trialEndsAt ?? null;
  if (signUp === null || trialEndsAt === null) return { skip: 'subject-deleted' };
  return welcomeEmail({ ...signUp, trialEndsAt }, settings);
};

export const buildPaymentReturnedEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const signUp = subjectId === null ? null : await findMailedSignUp(em, subjectId);
  if (signUp?.status !== 'returned' || signUp.returnReason === null) return { skip: 'subject-deleted' };
  const { state } = membershipOf(await findSubscriptionOfEmail(em, signUp.email), now);
  const membership = isMembershipLive(state) ? 'runs' : state === 'none' ? 'none' : 'ended';
  return paymentReturnedEmail(signUp.returnReason, membership, settings);
};

export const buildReceiptEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const payment = subjectId === null ? null : await findMailedPayment(em, subjectId);
  if (!payment) return { skip: 'subject-deleted' };
  const membership = payment.subscription && (await findMailedMembership(em, payment.subscription.id));
  return paymentReceiptEmail({ ...payment, ...timelineOf(membership, now) }, settings);
};

/** Skipped once the trial is cancelled or over: after the charge it would no longer be a notice. */
export const buildPreChargeEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { stripeSubscriptionId, cancelRequestedAt, id } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const due = membershipOf(membership, now).state === 'trial' && cancelRequestedAt === null;
  if (!due || nextCharge === null || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const token = await cancelToken(em, { id, stripeSubscriptionId });
  const { fullCheckPence } = await findAgreedTerms(em, membership.userId, now);
  return preChargeEmail({ ...membership, nextCharge, fullCheckPence }, token, settings);
};

/** Skipped once the charge has been paid or the membership has ended. */
export const buildChargeFailedEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { paymentProblem } = membership;
  if (paymentProblem === null || membershipOf(membership, now).state === 'cancelled') return { skip: 'not-needed' };
  return chargeFailedEmail({ ...membership, paymentProblem }, settings);
};

/** Skipped once the membership is cancelled again. */
export const buildCancellationWithdrawnEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  if (membership.endsAt != null) return { skip: 'not-needed' };
  const { nextCharge } = timelineOf(membership, now);
  return cancellationWithdrawnEmail({ ...membership, nextCharge }, settings);
};

/** Skipped once the membership has ended or is cancelled. */
export const buildSixMonthlyEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-deleted' };
  const { id, status, stripeSubscriptionId, cancelRequestedAt } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const runsOn = status === 'active' && cancelRequestedAt === null && nextCharge !== null;
  if (!runsOn || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const lastPaid = await findLastMembershipPayment(em, stripeSubscriptionId);
  const token = await cancelToken(em, { id, stripeSubscriptionId });
  return sixMonthlyEmail({ membership: { ...membership, nextCharge }, lastPaid, token, settings });
};

/** Skipped once the member has agreed or cancelled. Its day leaves the promised notice, however late it is sent. */
export const buildChangeAnnouncedEmail: MailBuilder = async (em, { subjectId, claimedUntil }, { settings }) => {
  const notice = subjectId === null ? null : await fixNoticeDay(em, subjectId, claimedUntil);
  if (notice === null) return { skip: 'subject-deleted' };
  const { stripeSubscriptionId, agreedAt, settledAt, effectiveAt } = notice;
  const row = await findSubscriptionAtStripe(em, stripeSubscriptionId);
  if (row === null || row.endsAt !== null || agreedAt !== null || settledAt !== null) return { skip: 'not-needed' };
  const tokens = {
    agree: changeToken(notice, await changeLinkSigningKey(em)),
    cancel: await cancelToken(em, { id: row.id, stripeSubscriptionId }),
  };
  const endsAt = coveringPeriodEnd(row, effectiveAt);
  return changeAnnouncedEmail({ ...row, terms: changeTermsOf(notice), endsAt }, tokens, settings);
};

/** Built without a row: the account is lost. */
export const buildReturnedAfterRestoreEmail: MailBuilder = (_em, _mail, { settings }) =>
  Promise.resolve(returnedAfterRestoreEmail(settings));

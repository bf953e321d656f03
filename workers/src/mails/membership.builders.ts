import { findMailedMembership, findMailedPayment, findMailedSignUp } from '@ve/data/mails/membership-mail.repository';
import { findAgreedTerms } from '@ve/data/sign-up/consent.repository';
import { countTrials, readAccount } from '@ve/data/sign-up/sign-up.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { timelineOf } from '@ve/domain/membership/membership-timeline';
import { outcomeOfSignUp } from '@ve/domain/membership/sign-up-outcome';
import { personHashesOf } from '../person-hashes.ts';
import { cancelToken, cancelTokenIfAny } from './cancel-token.ts';
import { chargeFailedLetter } from './charge-failed.mail.tsx';
import type { MailBuilder } from './letter.ts';
import { membershipKeptLetter } from './membership-kept.mail.tsx';
import { paymentReturnedLetter } from './payment-returned.mail.tsx';
import { preChargeLetter } from './pre-charge.mail.tsx';
import { receiptLetter } from './receipt.mail.tsx';
import { returnedAfterRestoreLetter } from './returned-after-restore.mail.tsx';
import { sixMonthlyLetter } from './six-monthly.mail.tsx';
import { welcomeLetter } from './welcome.mail.tsx';

export const buildWelcome: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const signUp = subjectId === null ? null : await findMailedSignUp(em, subjectId);
  if (!signUp?.subscription) return { skip: 'subject-gone' };
  const { subscription } = signUp;
  return welcomeLetter({ ...signUp, subscription }, await cancelToken(em, subscription, now), settings);
};

export const buildPaymentReturned: MailBuilder = async (em, { subjectId }, { settings }) => {
  const signUp = subjectId === null ? null : await findMailedSignUp(em, subjectId);
  if (signUp?.status !== 'returned') return { skip: 'subject-gone' };
  const trials = await countTrials(em, await personHashesOf(em, signUp), signUp.paidAt);
  const outcome = outcomeOfSignUp({ account: await readAccount(em, signUp.email), trials });
  return paymentReturnedLetter(outcome === 'return-payment' ? 'had-trial' : 'not-started', settings);
};

export const buildReceipt: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const payment = subjectId === null ? null : await findMailedPayment(em, subjectId);
  if (!payment) return { skip: 'subject-gone' };
  const { subscription } = payment;
  const membership = subscription && (await findMailedMembership(em, subscription.id));
  const token = subscription ? await cancelToken(em, subscription, now) : null;
  return receiptLetter({ ...payment, ...timelineOf(membership, now) }, token, settings);
};

/** Skipped once the trial is cancelled or over: a notice after the charge would be none. */
export const buildPreCharge: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-gone' };
  const { stripeSubscriptionId, cancelRequestedAt, id } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const due = membershipOf(membership, now).state === 'trial' && cancelRequestedAt === null;
  if (!due || nextCharge === null || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const token = await cancelToken(em, { id, stripeSubscriptionId }, now);
  const { fullCheckPence } = await findAgreedTerms(em, membership.userId, now);
  return preChargeLetter({ ...membership, nextCharge, fullCheckPence }, token, settings);
};

/** Skipped once the charge has been paid, or the membership has ended. */
export const buildChargeFailed: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-gone' };
  const { paymentProblem } = membership;
  if (paymentProblem === null || membershipOf(membership, now).state === 'cancelled') return { skip: 'not-needed' };
  return chargeFailedLetter({ ...membership, paymentProblem }, await cancelTokenIfAny(em, membership, now), settings);
};

/** Skipped once it is cancelled again. */
export const buildMembershipKept: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-gone' };
  if (membership.endsAt != null) return { skip: 'not-needed' };
  const { nextCharge } = timelineOf(membership, now);
  return membershipKeptLetter({ ...membership, nextCharge }, await cancelTokenIfAny(em, membership, now), settings);
};

/** Skipped once the membership has ended or is cancelled. */
export const buildSixMonthly: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const membership = subjectId === null ? null : await findMailedMembership(em, subjectId);
  if (!membership) return { skip: 'subject-gone' };
  const { id, status, stripeSubscriptionId, cancelRequestedAt } = membership;
  const { nextCharge } = timelineOf(membership, now);
  const runsOn = status === 'active' && cancelRequestedAt === null && nextCharge !== null;
  if (!runsOn || stripeSubscriptionId === null) return { skip: 'not-needed' };
  const token = await cancelToken(em, { id, stripeSubscriptionId }, now);
  return sixMonthlyLetter({ ...membership, nextCharge }, token, settings);
};

/** From no row: the account is lost. */
export const buildReturnedAfterRestore: MailBuilder = (_em, _mail, { settings }) =>
  Promise.resolve(returnedAfterRestoreLetter(settings));

import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelMembership } from '../cancellation/cancel-membership.ts';
import { findCancellationRefundFacts } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { recordCancellationRefund } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import {
  type RecordedCharge,
  lockRecordedCharge,
  recordChargeDispute,
  recordChargeRefunded,
  recordChargeRefundFailed,
  lockChargeRecording,
} from '@ve/data/membership/payment/payment.repository';
import {
  findSubscriptionByStripeId,
  findSubscriptionOfUser,
} from '@ve/data/membership/subscription/subscription.repository';
import type { JobContext } from '../../job-context.ts';
import type { PaymentDeps } from './payment-provider-client.ts';
import { PaymentsRefusedError } from '@ve/providers/payments/payments.port';

export interface ChargeToRefund {
  /** Idempotency key: repeated calls refund nothing more. */
  key: string;
  paymentIntentId: string;
  /** Default: the whole charge. */
  amountPence?: number;
}

/** `disputed`: the card holder has an open or won dispute; we refund nothing. */
export type RefundOutcome = { outcome: 'refunded'; refundId: string } | { outcome: 'disputed' };

/**
 * Refunds a charge, or a part of it, once, and records it: the only place where money is refunded. Refunds made
 * elsewhere count as done.
 */
export const refundCharge = async (
  payments: PaymentDeps['payments'],
  charge: ChargeToRefund,
  context: Pick<JobContext, 'em' | 'now' | 'correlationId' | 'logger'>,
): Promise<RefundOutcome> => {
  const { paymentIntentId } = charge;
  try {
    const { id: refundId } = await payments.refundPayment(charge);
    await recordRefunds(payments, paymentIntentId, context);
    return { outcome: 'refunded', refundId };
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError) || error.code !== 'charge_disputed') throw error;
    context.logger.warn(
      { event: 'disputed_charge_refund_skipped', paymentIntentId },
      'A charge was not refunded because it is disputed.',
    );
    await recordDisputeOfCharge(payments, paymentIntentId, context);
    return { outcome: 'disputed' };
  }
};

type BookContext = Pick<JobContext, 'em' | 'now' | 'correlationId'>;

/**
 * Updates our records of a charge's refunds from Stripe. A refund that the bank rejected no longer counts, and member
 * and support are notified. A refund that we did not make ends the membership if it is of its last charge, or the trial
 * if it is of the fee; for an earlier charge support is notified. Returns false if the charge is not recorded.
 */
export const recordRefunds = (
  payments: PaymentDeps['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    if (!(await lockChargeRecording(em, paymentIntentId))) return false;
    const { refundedPence, card } = await payments.readPayment(paymentIntentId);
    const refunds = await payments.listRefunds(paymentIntentId);
    const charge = await lockRecordedCharge(em, paymentIntentId);
    if (charge === null) return false;
    const now = context.now();
    if (refundedPence !== charge.refundedPence)
      await recordChargeRefunded(em, { id: charge.id, pence: refundedPence }, now);
    for (const { id } of refunds.filter(({ status }) => status === 'failed')) {
      await recordChargeRefundFailed(em, charge.id, now);
      await notify(em, { charge, what: 'refund-failed', occasion: id }, { ...context, now });
    }
    if (refundedPence === 0) return true;
    if (await isLast(em, charge)) {
      const ended = await endAtOnce(em, charge, { ...context, now });
      const refundId = refunds.find(({ status }) => status !== 'failed')?.id;
      if (ended !== null && refundId !== undefined) await recordCancellationRefund(em, ended, { refundId, card });
    } else if (refundedPence > charge.refundedPence) {
      if (await isOnTrial(em, charge)) await cancelByRule(em, charge, { ...context, now });
      else await notifyEarlierRefund(em, charge, { ...context, now });
    }
    return true;
  });

/**
 * Updates our records of a charge's dispute from Stripe, and notifies member and support of every change. A lost
 * dispute of the membership's last charge ends it immediately; any other cancels it by the ordinary rule. Returns false
 * if the charge is not recorded.
 */
export const recordDisputeOfCharge = (
  payments: PaymentDeps['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    if (!(await lockChargeRecording(em, paymentIntentId))) return false;
    const dispute = await payments.readChargeDispute(paymentIntentId);
    const charge = await lockRecordedCharge(em, paymentIntentId);
    if (charge === null) return false;
    if (dispute === null || dispute === charge.dispute) return true;
    const now = context.now();
    await recordChargeDispute(em, { id: charge.id, dispute }, now);
    await notify(em, { charge, what: 'payment-disputed', occasion: `${charge.id}.${dispute}` }, { ...context, now });
    if (dispute !== 'lost') return true;
    if (await isLast(em, charge)) await endAtOnce(em, charge, { ...context, now });
    else await cancelByRule(em, charge, { ...context, now });
    return true;
  });

interface At {
  now: Date;
  correlationId: string;
}

const notify = async (
  em: EntityManager,
  {
    charge: { id: subjectId, email },
    what,
    occasion,
  }: { charge: RecordedCharge; what: 'refund-failed' | 'payment-disputed'; occasion: string },
  at: At,
): Promise<void> => {
  await queueMail(em, { template: what, recipient: email, subjectId, occasion }, at);
  await queueMail(em, { template: `${what}-notice`, recipient: null, subjectId, occasion: `${occasion}.notice` }, at);
};

/** True if the charge pays for the current period of its membership. */
const isLast = async (em: EntityManager, { id, userId, stripeSubscriptionId }: RecordedCharge): Promise<boolean> =>
  stripeSubscriptionId !== null &&
  (await findCancellationRefundFacts(em, { userId, stripeSubscriptionId })).paymentId === id;

/** True if the charge is the fee of a trial without a membership charge so far. */
const isOnTrial = async (em: EntityManager, { userId, stripeSubscriptionId }: RecordedCharge): Promise<boolean> => {
  if (stripeSubscriptionId !== null) return false;
  return (await findSubscriptionOfUser(em, userId))?.creditedPeriodEnd === null;
};

/** Returns the id of the new cancellation, or null if there was already one: our own refunds follow a cancellation. */
const endAtOnce = async (
  em: EntityManager,
  { stripeSubscriptionId }: RecordedCharge,
  at: At,
): Promise<string | null> => {
  const row = stripeSubscriptionId === null ? null : await findSubscriptionByStripeId(em, stripeSubscriptionId);
  if (row === null) return null;
  const meant = { subscriptionId: row.id, stripeSubscriptionId, origin: 'stripe' } as const;
  const cancelled = await cancelMembership(em, meant, at);
  return cancelled.outcome === 'cancelled' ? cancelled.cancellationId : null;
};

/**
 * Cancels the membership by the ordinary rule: for a dispute about the trial's fee, an earlier month, or a contract
 * that was replaced.
 */
const cancelByRule = async (em: EntityManager, { userId }: RecordedCharge, at: At): Promise<void> => {
  const row = await findSubscriptionOfUser(em, userId);
  if (row === null) return;
  const { id: subscriptionId, stripeSubscriptionId } = row;
  await cancelMembership(em, { subscriptionId, stripeSubscriptionId, origin: 'staff' }, at);
};

/**
 * Notifies support instead of ending the membership: the paid month must not be forfeited by a guess at what staff
 * meant.
 */
const notifyEarlierRefund = async (
  em: EntityManager,
  { id: subjectId, userId, stripeSubscriptionId }: RecordedCharge,
  at: At,
): Promise<void> => {
  const row =
    stripeSubscriptionId === null
      ? await findSubscriptionOfUser(em, userId)
      : await findSubscriptionByStripeId(em, stripeSubscriptionId);
  if (row === null || row.endsAt !== null) return;
  await queueMail(em, { template: 'earlier-refund-notice', recipient: null, subjectId }, at);
};

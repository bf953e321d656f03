import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelMembership } from '@ve/data/membership/cancellation-request/cancel-membership';
import { findRefundFacts } from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { recordCancellationRefund } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';
import { queueMail } from '@ve/data/messaging/mails/queue-mail';
import {
  type RecordedCharge,
  lockChargeRow,
  recordChargeDispute,
  recordRefunded,
  recordRefundFailed,
  lockChargeBooking,
} from '@ve/data/membership/payment/payment.repository';
import {
  findSubscriptionAtStripe,
  findSubscriptionOfUser,
} from '@ve/data/membership/subscription/subscription.repository';
import type { JobContext } from '../job-context.ts';
import type { PaymentDeps } from './payments.ts';

type BookContext = Pick<JobContext, 'em' | 'now' | 'correlationId'>;

/**
 * Brings what our books say of a charge's refunds up to Stripe. A refund that the bank has sent back counts as kept again,
 * and member and support are told. A membership whose last charge somebody else has given back ends, and so does a trial
 * whose fee has gone back; of an earlier charge support is told. False: the charge is not in our books.
 */
export const recordRefunds = (
  payments: PaymentDeps['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    if (!(await lockChargeBooking(em, paymentIntentId))) return false;
    const { refundedPence, card } = await payments.readPayment(paymentIntentId);
    const refunds = await payments.listRefunds(paymentIntentId);
    const charge = await lockChargeRow(em, paymentIntentId);
    if (charge === null) return false;
    const now = context.now();
    if (refundedPence !== charge.refundedPence) await recordRefunded(em, charge.id, refundedPence, now);
    for (const { id } of refunds.filter(({ status }) => status === 'failed')) {
      await recordRefundFailed(em, charge.id, now);
      await tell(em, charge, 'refund-failed', `refund-failed.${id}`, { ...context, now });
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
 * Brings what our books say of a charge's dispute up to Stripe, and tells member and support of every change. Whoever has
 * got a charge back at their bank has left: a lost one of the membership's last charge ends it at once, any other cancels
 * it as they could themselves, by the rule. False: the charge is not in our books.
 */
export const recordDisputeOfCharge = (
  payments: PaymentDeps['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    if (!(await lockChargeBooking(em, paymentIntentId))) return false;
    const dispute = await payments.readChargeDispute(paymentIntentId);
    const charge = await lockChargeRow(em, paymentIntentId);
    if (charge === null) return false;
    if (dispute === null || dispute === charge.dispute) return true;
    const now = context.now();
    await recordChargeDispute(em, charge.id, dispute, now);
    await tell(em, charge, 'payment-disputed', `payment-disputed.${charge.id}.${dispute}`, { ...context, now });
    if (dispute !== 'lost') return true;
    if (await isLast(em, charge)) await endAtOnce(em, charge, { ...context, now });
    else await cancelByRule(em, charge, { ...context, now });
    return true;
  });

interface At {
  now: Date;
  correlationId: string;
}

const tell = async (
  em: EntityManager,
  { id: subjectId, email }: RecordedCharge,
  what: 'refund-failed' | 'payment-disputed',
  uniqueKey: string,
  { now, correlationId }: At,
): Promise<void> => {
  const queued = { now, correlationId };
  await queueMail(em, { template: what, recipient: email, subjectId, uniqueKey }, queued);
  const toSupport = {
    template: `${what}-notice`,
    recipient: null,
    subjectId,
    uniqueKey: `${uniqueKey}.notice`,
  } as const;
  await queueMail(em, toSupport, queued);
};

/** Whether a charge is the last one of its membership: what pays for the present period. */
const isLast = async (em: EntityManager, { id, userId, stripeSubscriptionId }: RecordedCharge): Promise<boolean> =>
  stripeSubscriptionId !== null && (await findRefundFacts(em, { userId, stripeSubscriptionId })).paymentId === id;

/** Whether it is the fee of a trial that no membership charge has followed yet. */
const isOnTrial = async (em: EntityManager, { userId, stripeSubscriptionId }: RecordedCharge): Promise<boolean> => {
  if (stripeSubscriptionId !== null) return false;
  return (await findSubscriptionOfUser(em, userId))?.creditedPeriodEnd === null;
};

/**
 * Returns the id of the cancellation that this made; null: none. What our own refunds belong to has been cancelled before
 * they are made, and stays as it is.
 */
const endAtOnce = async (
  em: EntityManager,
  { stripeSubscriptionId }: RecordedCharge,
  at: At,
): Promise<string | null> => {
  const row = stripeSubscriptionId === null ? null : await findSubscriptionAtStripe(em, stripeSubscriptionId);
  if (row === null) return null;
  const meant = { subscriptionId: row.id, stripeSubscriptionId, origin: 'stripe' } as const;
  const cancelled = await cancelMembership(em, meant, at);
  return cancelled.outcome === 'cancelled' ? cancelled.cancellationId : null;
};

/** The trial's fee, an earlier month, or a month under a contract that another one has followed. */
const cancelByRule = async (em: EntityManager, { userId }: RecordedCharge, at: At): Promise<void> => {
  const row = await findSubscriptionOfUser(em, userId);
  if (row === null) return;
  const { id: subscriptionId, stripeSubscriptionId } = row;
  await cancelMembership(em, { subscriptionId, stripeSubscriptionId, origin: 'staff' }, at);
};

/** The membership that runs on may have been meant, and the month that is paid for is not forfeited by a guess. */
const notifyEarlierRefund = async (
  em: EntityManager,
  { id: subjectId, userId, stripeSubscriptionId }: RecordedCharge,
  { now, correlationId }: At,
): Promise<void> => {
  const row =
    stripeSubscriptionId === null
      ? await findSubscriptionOfUser(em, userId)
      : await findSubscriptionAtStripe(em, stripeSubscriptionId);
  if (row === null || row.endsAt !== null) return;
  const uniqueKey = `earlier-refund.${subjectId}`;
  const mail = { template: 'earlier-refund-notice', recipient: null, subjectId, uniqueKey } as const;
  await queueMail(em, mail, { now, correlationId });
};

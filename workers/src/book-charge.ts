import type { EntityManager } from '@mikro-orm/postgresql';
import { cancelMembership } from '@ve/data/cancellation-request/cancel-membership';
import { queueMail } from '@ve/data/mails/queue-mail';
import {
  type BookedCharge,
  lockCharge,
  recordDispute,
  recordRefunded,
  recordRefundFailed,
} from '@ve/data/payment/payment.repository';
import { findSubscriptionAtStripe } from '@ve/data/subscription/subscription.repository';
import type { JobContext } from './job-context.ts';
import type { PaymentNeeds } from './payments.ts';

type BookContext = Pick<JobContext, 'em' | 'now' | 'correlationId'>;

/**
 * Brings what our books say of a charge's refunds up to Stripe. A refund that the bank has sent back counts as kept again,
 * and member and support are told. A membership whose charge somebody else has given back ends. False: the charge is not
 * in our books.
 */
export const bookRefunds = (
  payments: PaymentNeeds['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    const charge = await lockCharge(em, paymentIntentId);
    if (charge === null) return false;
    const { refundedPence } = await payments.readPayment(paymentIntentId);
    const refunds = await payments.listRefunds(paymentIntentId);
    const now = context.now();
    if (refundedPence !== charge.refundedPence) await recordRefunded(em, charge.id, refundedPence);
    for (const { id } of refunds.filter(({ status }) => status === 'failed')) {
      await recordRefundFailed(em, charge.id, now);
      await tell(em, charge, 'refund-failed', `refund-failed.${id}`, { ...context, now });
    }
    if (refundedPence > 0) await endMembershipOf(em, charge, { ...context, now });
    return true;
  });

/**
 * Brings what our books say of a charge's dispute up to Stripe, and tells member and support of every change. A lost one
 * ends the membership that it paid for. False: the charge is not in our books.
 */
export const bookDispute = (
  payments: PaymentNeeds['payments'],
  paymentIntentId: string,
  context: BookContext,
): Promise<boolean> =>
  context.em.transactional(async (em) => {
    const charge = await lockCharge(em, paymentIntentId);
    if (charge === null) return false;
    const dispute = await payments.readDispute(paymentIntentId);
    if (dispute === null || dispute === charge.dispute) return true;
    const now = context.now();
    await recordDispute(em, charge.id, dispute, now);
    await tell(em, charge, 'payment-disputed', `payment-disputed.${charge.id}.${dispute}`, { ...context, now });
    if (dispute === 'lost') await endMembershipOf(em, charge, { ...context, now });
    return true;
  });

interface At {
  now: Date;
  correlationId: string;
}

const tell = async (
  em: EntityManager,
  { id: subjectId, email }: BookedCharge,
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

/** What our own refunds belong to has been cancelled before they are made, and stays as it is. */
const endMembershipOf = async (
  em: EntityManager,
  { stripeSubscriptionId }: BookedCharge,
  { now, correlationId }: At,
): Promise<void> => {
  const row = stripeSubscriptionId === null ? null : await findSubscriptionAtStripe(em, stripeSubscriptionId);
  if (row === null) return;
  const meant = { subscriptionId: row.id, stripeSubscriptionId, origin: 'stripe' as const };
  await cancelMembership(em, meant, { now, correlationId });
};

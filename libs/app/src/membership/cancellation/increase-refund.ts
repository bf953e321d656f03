import type { EntityManager } from '@mikro-orm/postgresql';
import { refundDue } from '@ve/domain/membership/refund-due';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { recordCancellation } from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import {
  findCancellationOf,
  findRefundFacts,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { increaseCancellationRefund } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';

/** A full check that ended without a result, and its period. */
export interface FailedFullCheck {
  userId: string;
  stripeSubscriptionId: string | null;
  periodEnd: Date;
}

/**
 * Increases a cancellation's refund to what would have been due without the full check, which was running then and has
 * failed since. Ends the membership immediately and queues the job that refunds the difference, in the caller's
 * transaction, with the subscription locked. No effect on a cancellation that was decided outside the service, as by
 * staff.
 */
export const increaseRefundAfterFailedCheck = async (
  em: EntityManager,
  {
    subscription,
    check: { userId, stripeSubscriptionId, periodEnd },
  }: { subscription: SubscriptionRow; check: FailedFullCheck },
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<boolean> => {
  const made = stripeSubscriptionId === null ? null : await findCancellationOf(em, stripeSubscriptionId);
  if (made === null || stripeSubscriptionId === null || made.origin === 'stripe') return false;
  const { paidUntil } = made;
  if (paidUntil?.getTime() !== periodEnd.getTime()) return false;
  const { paymentId, last, firstPaidAt } = await findRefundFacts(em, { userId, stripeSubscriptionId, paidUntil });
  if (last === null || paymentId === null) return false;
  // Excludes what this cancellation itself has refunded by now.
  const before = Math.max(0, last.refundedPence - made.refundPence);
  const refund = refundDue({ last: { ...last, refundedPence: before }, firstPaidAt }, made.createdAt);
  if (refund.pence <= made.refundPence) return false;
  const endsAt = made.endsAt === null || made.endsAt > now ? now : made.endsAt;
  await increaseCancellationRefund(em, made.id, { refund, paymentId, endsAt });
  if (subscription.stripeSubscriptionId === stripeSubscriptionId) {
    await recordCancellation(em, subscription.id, { endsAt, now });
  }
  const of = { stripeSubscriptionId, endsAt: endsAt.toISOString() };
  await addToOutbox(
    em,
    { jobName: 'subscriptions.cancel', payload: { subscriptionId: subscription.id, of, correlationId } },
    { now },
  );
  return true;
};

import { withdrawChangeConsents } from '@ve/data/membership/announced-change/announced-change.repository';
import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipEndIfCancelledNow } from '@ve/domain/membership/cancellation-end';
import { type RefundDue, type RefundFacts, refundDue } from '@ve/domain/membership/refund-due';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  lockSubscription,
  recordSubscriptionCancellation,
} from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import {
  addCancellation,
  type CancellationRow,
  bringForwardCancellation,
  findCancellationOf,
  findCancellationRefundFacts,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { increaseCancellationRefund } from '@ve/data/membership/cancellation-request/cancellation-progress.repository';

/** The effect that cancelling now would have, or had. */
export interface EndAndRefundIfCancelled {
  endsAt: Date;
  refund: RefundDue;
  /** The charge that would be refunded. */
  paymentId: string | null;
  /** End of the last paid period; null: no period was paid. */
  paidUntil: Date | null;
}

/**
 * Returns what cancelling this membership now would lead to: with a refund it ends immediately (specification section
 * 2, terms), otherwise at the end of its paid period, a trial immediately. The deletion of the account, and a refund
 * made outside the service (origin `stripe`), end it immediately in any case; after the latter nothing more is
 * refunded. A member who does not agree to a change (origin `change`) keeps what they paid for, until the end of the
 * period that covers `changeAt`. Null: there is nothing to cancel.
 */
export const endAndRefundIfCancelled = async (
  em: EntityManager,
  {
    row,
    origin,
    changeAt,
  }: { row: SubscriptionRow; origin?: CancellationOrigin | undefined; changeAt?: Date | undefined },
  now: Date,
): Promise<EndAndRefundIfCancelled | null> => {
  const end = membershipEndIfCancelledNow(row, now);
  if (end === null) return null;
  const { userId, stripeSubscriptionId } = row;
  const { paymentId, ...facts } =
    stripeSubscriptionId === null
      ? { last: null, firstPaidAt: null, paymentId: null }
      : await findCancellationRefundFacts(em, { userId, stripeSubscriptionId });
  if (origin === 'change') return termsOfChange(row, { end, last: facts.last, changeAt: changeAt ?? null }, now);
  const refund: RefundDue = origin === 'stripe' ? refundedElsewhere(facts) : refundDue(facts, now);
  const endsAt = endsAtOnce(origin) || refund.kind !== 'none' ? now : end;
  return { endsAt, refund, paymentId, paidUntil: facts.last?.periodEnd ?? null };
};

/** A period that began after the change is not the one that covers it: its charge is refunded as time after the end. */
const termsOfChange = (
  { currentPeriodStart }: SubscriptionRow,
  { end, last, changeAt }: { end: Date; last: RefundFacts['last']; changeAt: Date | null },
  now: Date,
): EndAndRefundIfCancelled => {
  const isLate = changeAt !== null && currentPeriodStart !== null && currentPeriodStart > changeAt;
  return {
    endsAt: isLate ? now : end,
    refund: { kind: 'none', pence: 0, reason: 'not-agreed' },
    paymentId: null,
    paidUntil: isLate ? currentPeriodStart : (last?.periodEnd ?? null),
  };
};

/** The refund due after the charge was refunded outside the service or reversed by the bank. */
const refundedElsewhere = ({ last }: RefundFacts): RefundDue => ({
  kind: 'none',
  pence: 0,
  reason: last?.disputed === true ? 'disputed' : 'refunded',
});

const endsAtOnce = (origin?: CancellationOrigin): boolean => origin === 'deletion' || origin === 'stripe';

/** Whether a membership that ends because of a change would still be refunded if its member cancelled it. */
export const isRefundStillPossible = (
  made: Pick<CancellationRow, 'origin'> | null,
  { refund }: Pick<EndAndRefundIfCancelled, 'refund'>,
): boolean => made?.origin === 'change' && refund.kind !== 'none';

export interface CancellationInput {
  /** The row, and its subscription at Stripe when the cancellation was decided: one started since is not cancelled. */
  subscriptionId: string;
  stripeSubscriptionId: string | null;
  origin: CancellationOrigin;
  /** For origin `change`: when the change takes effect. */
  changeAt?: Date;
}

export type CancellationResult =
  | { outcome: 'cancelled'; cancellationId: string; endsAt: Date; refund: RefundDue }
  /** Cancelled before; the effect is in that cancellation's row. */
  | { outcome: 'already'; endsAt: Date }
  | { outcome: 'none' };

/**
 * Records a cancellation with its refund and queues the job that carries it out at Stripe, in the caller's transaction.
 * The only way to cancel a membership. Idempotent. A cancellation that ends the membership immediately also ends one
 * that was cancelled before and still runs. A member whose membership ends because of a change may still cancel it for
 * the refund that is due then.
 */
export const cancelMembership = async (
  em: EntityManager,
  { subscriptionId, stripeSubscriptionId, origin, changeAt }: CancellationInput,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<CancellationResult> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row === null || row.stripeSubscriptionId !== stripeSubscriptionId) return { outcome: 'none' };
  const terms = await endAndRefundIfCancelled(em, { row, origin, changeAt }, now);
  const before = stripeSubscriptionId === null ? null : await findCancellationOf(em, stripeSubscriptionId);
  if (row.endsAt !== null && (terms === null || !(endsAtOnce(origin) || isRefundStillPossible(before, terms)))) {
    return { outcome: 'already', endsAt: row.endsAt };
  }
  if (terms === null) return { outcome: 'none' };
  const { endsAt, refund, paymentId, paidUntil } = terms;
  const { userId, email, registration } = row;
  const of = { userId, email, stripeSubscriptionId, registration };
  const cancellation = { ...of, origin, paymentId, refund, paidUntil, endsAt };
  if (before) await bringForwardCancellation(em, before.id, cancellation);
  const cancellationId = before?.id ?? (await addCancellation(em, cancellation, now));
  await recordSubscriptionCancellation(em, subscriptionId, { endsAt, now });
  if (stripeSubscriptionId !== null) await withdrawChangeConsents(em, stripeSubscriptionId);
  const meant = stripeSubscriptionId === null ? {} : { of: { stripeSubscriptionId, endsAt: endsAt.toISOString() } };
  await addToOutbox(
    em,
    { jobName: 'subscriptions.cancel', payload: { subscriptionId, ...meant, correlationId } },
    { now },
  );
  return { outcome: 'cancelled', cancellationId, endsAt, refund };
};

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
  const { paymentId, last, firstPaidAt } = await findCancellationRefundFacts(em, {
    userId,
    stripeSubscriptionId,
    paidUntil,
  });
  if (last === null || paymentId === null) return false;
  // Excludes what this cancellation itself has refunded by now.
  const before = Math.max(0, last.refundedPence - made.refundPence);
  const refund = refundDue({ last: { ...last, refundedPence: before }, firstPaidAt }, made.createdAt);
  if (refund.pence <= made.refundPence) return false;
  const endsAt = made.endsAt === null || made.endsAt > now ? now : made.endsAt;
  await increaseCancellationRefund(em, made.id, { refund, paymentId, endsAt });
  if (subscription.stripeSubscriptionId === stripeSubscriptionId) {
    await recordSubscriptionCancellation(em, subscription.id, { endsAt, now });
  }
  const of = { stripeSubscriptionId, endsAt: endsAt.toISOString() };
  await addToOutbox(
    em,
    { jobName: 'subscriptions.cancel', payload: { subscriptionId: subscription.id, of, correlationId } },
    { now },
  );
  return true;
};

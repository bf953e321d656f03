import type { EntityManager } from '@mikro-orm/postgresql';
import { endIfCancelled } from '@ve/domain/membership/cancellation';
import { type RefundDue, refundDue } from '@ve/domain/membership/refund-due';
import { addToOutbox } from '../outbox/outbox.repository.ts';
import { lockSubscription, recordCancellation } from '../subscription/subscription-changes.repository.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';
import type { CancellationOrigin } from './cancellation-request.entity.ts';
import { addCancellation, findRefundFacts } from './cancellation-request.repository.ts';

/** What cancelling now would do, or did. */
export interface CancellationTerms {
  endsAt: Date;
  refund: RefundDue;
  /** The charge that would be given back. */
  paymentId: string | null;
}

/**
 * What cancelling this membership now would lead to: with a refund it ends at once (specification section 2, terms), else
 * with its paid period, a trial at once. Null: there is nothing to cancel.
 */
export const cancellationTerms = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<CancellationTerms | null> => {
  const end = endIfCancelled(row, now);
  if (end === null) return null;
  const { userId, stripeSubscriptionId } = row;
  const { paymentId, ...facts } =
    stripeSubscriptionId === null
      ? { last: null, firstPaidAt: null, paymentId: null }
      : await findRefundFacts(em, { userId, stripeSubscriptionId });
  const refund = refundDue(facts, now);
  return { endsAt: refund.kind === 'none' ? end : now, refund, paymentId };
};

export interface Cancel {
  /** The row, and what it was at Stripe when it was decided to cancel: another one started since is left alone. */
  subscriptionId: string;
  stripeSubscriptionId: string | null;
  origin: CancellationOrigin;
}

export type Cancelled =
  | { outcome: 'cancelled'; cancellationId: string; endsAt: Date; refund: RefundDue }
  /** Cancelled before; what that led to is in its own row. */
  | { outcome: 'already'; endsAt: Date }
  | { outcome: 'none' };

/**
 * Records a cancellation, with what it gives back, and queues the job that carries it out at Stripe, in the caller's
 * transaction. The only way in which a membership is cancelled. Safe to repeat.
 */
export const cancelMembership = async (
  em: EntityManager,
  { subscriptionId, stripeSubscriptionId, origin }: Cancel,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<Cancelled> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row === null || row.stripeSubscriptionId !== stripeSubscriptionId) return { outcome: 'none' };
  if (row.endsAt !== null) return { outcome: 'already', endsAt: row.endsAt };
  const terms = await cancellationTerms(em, row, now);
  if (terms === null) return { outcome: 'none' };
  const { endsAt, refund, paymentId } = terms;
  const { userId, email, registration } = row;
  const cancellation = { userId, email, stripeSubscriptionId, registration, origin, paymentId, refund, endsAt };
  const cancellationId = await addCancellation(em, cancellation, now);
  await recordCancellation(em, subscriptionId, { endsAt, now });
  const of = stripeSubscriptionId === null ? {} : { of: { stripeSubscriptionId, endsAt: endsAt.toISOString() } };
  await addToOutbox(em, 'subscriptions.cancel', { subscriptionId, ...of, correlationId }, { now });
  return { outcome: 'cancelled', cancellationId, endsAt, refund };
};

import type { EntityManager } from '@mikro-orm/postgresql';
import { endIfCancelled } from '@ve/domain/membership/cancellation';
import { type RefundDue, type RefundFacts, refundDue } from '@ve/domain/membership/refund-due';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { lockSubscription, recordCancellation } from '../subscription/subscription-changes.repository.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';
import type { CancellationOrigin } from './cancellation-request.entity.ts';
import {
  addCancellation,
  advanceCancellation,
  findCancellationOf,
  findRefundFacts,
} from './cancellation-request.repository.ts';

/** What cancelling now would do, or did. */
export interface CancellationTerms {
  endsAt: Date;
  refund: RefundDue;
  /** The charge that would be given back. */
  paymentId: string | null;
  /** End of the last period that was paid for; null: none was. */
  paidUntil: Date | null;
}

/**
 * What cancelling this membership now would lead to: with a refund it ends at once (specification section 2, terms), else
 * with its paid period, a trial at once. The deletion of the account, and a charge that somebody else has given back (origin
 * `stripe`), end it at once in any case; after the latter nothing more comes back. Null: there is nothing to cancel.
 */
export const cancellationTerms = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
  origin?: CancellationOrigin,
): Promise<CancellationTerms | null> => {
  const end = endIfCancelled(row, now);
  if (end === null) return null;
  const { userId, stripeSubscriptionId } = row;
  const { paymentId, ...facts } =
    stripeSubscriptionId === null
      ? { last: null, firstPaidAt: null, paymentId: null }
      : await findRefundFacts(em, { userId, stripeSubscriptionId });
  const refund: RefundDue = origin === 'stripe' ? doneElsewhere(facts) : refundDue(facts, now);
  const endsAt = endsAtOnce(origin) || refund.kind !== 'none' ? now : end;
  return { endsAt, refund, paymentId, paidUntil: facts.last?.periodEnd ?? null };
};

/** The charge has been given back by somebody else, or the bank has taken it back. */
const doneElsewhere = ({ last }: RefundFacts): RefundDue => ({
  kind: 'none',
  pence: 0,
  reason: last?.disputed === true ? 'disputed' : 'refunded',
});

const endsAtOnce = (origin?: CancellationOrigin): boolean => origin === 'deletion' || origin === 'stripe';

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
 * transaction. The only way in which a membership is cancelled. Safe to repeat. What ends it at once also ends one that was
 * cancelled before and still runs.
 */
export const cancelMembership = async (
  em: EntityManager,
  { subscriptionId, stripeSubscriptionId, origin }: Cancel,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<Cancelled> => {
  const row = await lockSubscription(em, subscriptionId);
  if (row === null || row.stripeSubscriptionId !== stripeSubscriptionId) return { outcome: 'none' };
  const terms = await cancellationTerms(em, row, now, origin);
  if (row.endsAt !== null && (terms === null || !endsAtOnce(origin))) return { outcome: 'already', endsAt: row.endsAt };
  if (terms === null) return { outcome: 'none' };
  const { endsAt, refund, paymentId, paidUntil } = terms;
  const { userId, email, registration } = row;
  const of = { userId, email, stripeSubscriptionId, registration };
  const cancellation = { ...of, origin, paymentId, refund, paidUntil, endsAt };
  const before = stripeSubscriptionId === null ? null : await findCancellationOf(em, stripeSubscriptionId);
  if (before) await advanceCancellation(em, before.id, cancellation);
  const cancellationId = before?.id ?? (await addCancellation(em, cancellation, now));
  await recordCancellation(em, subscriptionId, { endsAt, now });
  const meant = stripeSubscriptionId === null ? {} : { of: { stripeSubscriptionId, endsAt: endsAt.toISOString() } };
  await addToOutbox(em, 'subscriptions.cancel', { subscriptionId, ...meant, correlationId }, { now });
  return { outcome: 'cancelled', cancellationId, endsAt, refund };
};

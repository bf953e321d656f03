import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { offer } from '@ve/domain/membership/offer';
import type { RefundDue } from '@ve/domain/membership/refund-due';
import type { AgreedPrices } from '@ve/domain/membership/refund-rules';
import { findAgreedTerms } from '../sign-up/consent.repository.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';
import { cancellationTerms } from './cancel-membership.ts';
import { type CancellationRow, findCancellationOf, findRefundFacts } from './cancellation-request.repository.ts';

/**
 * What goes back, in pence. `daysLeft`: the whole days that a pro-rata refund would be for; `fullCheckPence`: what it leaves
 * out for the full check that was used.
 */
export type Refund = Pick<RefundDue, 'kind' | 'pence'> & { daysLeft?: number; fullCheckPence?: number };

/** A cancellation as its member is told of it. */
export interface CancellationFacts {
  registration: string | null;
  requestedAt: Date;
  endsAt: Date;
  refund: Refund;
  /** Whether it has ended. */
  ended: boolean;
  /** Whether it can still be taken back. */
  canWithdraw: boolean;
}

/** What leaving would lead to, or has led to. */
export interface CancellationOutcome {
  /** Null: there is nothing to cancel. */
  ifCancelled: { endsAt: Date; endsImmediately: boolean; refund: Refund } | null;
  /** Null: it is not cancelled. */
  cancellation: CancellationFacts | null;
}

/** What leaving this membership would lead to, or has led to. */
export const cancellationOutcomeOf = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<CancellationOutcome> => {
  const { endsAt } = row;
  if (endsAt !== null) return { ifCancelled: null, cancellation: await cancellationOf(em, { ...row, endsAt }, now) };
  const terms = await cancellationTerms(em, row, now);
  if (terms === null) return { ifCancelled: null, cancellation: null };
  return { ifCancelled: { ...terms, endsImmediately: hasEnded(terms, now) }, cancellation: null };
};

/** The prices that the refund rules of a membership follow: of its last charge; before the first, as its contract names them. */
export const findAgreedPrices = async (
  em: EntityManager,
  { userId, stripeSubscriptionId }: Pick<SubscriptionRow, 'userId' | 'stripeSubscriptionId'>,
  now: Date,
): Promise<AgreedPrices> => {
  const last = stripeSubscriptionId && (await findRefundFacts(em, { userId, stripeSubscriptionId })).last;
  if (last) return { pence: last.pence, fullCheckPence: last.fullCheckPence };
  const { fullCheckPence } = await findAgreedTerms(em, userId, now);
  return { pence: offer.membership.pence, fullCheckPence };
};

/** Whether this end has come. */
export const hasEnded = ({ endsAt }: { endsAt: Date }, now: Date): boolean => endsAt <= now;

/** A cancellation made at Stripe, or by an earlier release, has no row yet or ever: nothing was promised with it. */
const cancellationOf = async (
  em: EntityManager,
  row: SubscriptionRow & { endsAt: Date },
  now: Date,
): Promise<CancellationFacts> => {
  const { stripeSubscriptionId, endsAt } = row;
  const made = stripeSubscriptionId === null ? null : await findCancellationOf(em, stripeSubscriptionId);
  const refund: Refund = { kind: made?.refundKind ?? 'none', pence: made?.refundPence ?? 0 };
  const before = refund.kind === 'none' && stripeSubscriptionId !== null;
  return {
    registration: made?.registration ?? row.registration,
    requestedAt: made?.createdAt ?? row.cancelRequestedAt ?? (endsAt < now ? endsAt : now),
    endsAt,
    ended: hasEnded(row, now),
    refund: before ? await givenBack(em, { userId: row.userId, stripeSubscriptionId }) : refund,
    canWithdraw: await canWithdrawCancellation(em, { row, made }, now),
  };
};

/** What somebody else has given back of the last charge, as staff in Stripe's dashboard. */
const givenBack = async (em: EntityManager, of: { userId: string; stripeSubscriptionId: string }): Promise<Refund> => {
  const { last } = await findRefundFacts(em, of);
  const pence = last?.refundedPence ?? 0;
  if (last === null || pence === 0) return { kind: 'none', pence: 0 };
  return { kind: pence < last.pence ? 'pro-rata' : 'full', pence };
};

/** Whether a cancellation can be taken back: its paid period runs, and nothing was given or claimed back. */
export const canWithdrawCancellation = async (
  em: EntityManager,
  { row, made }: { row: SubscriptionRow; made: CancellationRow | null },
  now: Date,
): Promise<boolean> => {
  const { userId, stripeSubscriptionId } = row;
  if (made?.refundKind !== 'none') return false;
  if (stripeSubscriptionId === null || membershipOf(row, now).state !== 'active') return false;
  const { last } = await findRefundFacts(em, { userId, stripeSubscriptionId });
  return last === null || (last.refundedPence === 0 && !last.disputed);
};

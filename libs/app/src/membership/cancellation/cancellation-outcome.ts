import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { RefundDue } from '@ve/domain/membership/refund-due';
import type { AgreedPrices } from '@ve/domain/membership/refund-rules';
import { findAgreedTerms } from '@ve/data/membership/sign-up/consent.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { cancellationTerms, isRefundLeft } from './cancel-membership.ts';
import {
  type CancellationRow,
  findCancellationOf,
  findRefundFacts,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';

/**
 * A refund, in pence. `daysLeft`: the whole days that a pro-rata refund covers; `fullCheckPence`: the deduction for the
 * used full check.
 */
export type Refund = Pick<RefundDue, 'kind' | 'pence'> & { daysLeft?: number; fullCheckPence?: number };

/** A cancellation as shown to its member. */
export interface CancellationFacts {
  registration: string | null;
  requestedAt: Date;
  endsAt: Date;
  refund: Refund;
  ended: boolean;
  /** Whether it can still be undone. */
  canWithdraw: boolean;
  /** What a month costs if it is undone, in pence. */
  monthlyPence: number;
}

/** The effect that cancelling would have, or had. */
export interface CancellationOutcome {
  /** Null: there is nothing to cancel, or no refund left of a membership that ends because of a change. */
  ifCancelled: { endsAt: Date; endsImmediately: boolean; refund: Refund } | null;
  /** Null: it is not cancelled. */
  cancellation: CancellationFacts | null;
}

/** Returns the effect that cancelling this membership would have, or had. */
export const cancellationOutcomeOf = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<CancellationOutcome> => {
  const { endsAt } = row;
  const terms = await cancellationTerms(em, { row }, now);
  if (endsAt !== null) {
    const cancellation = await cancellationOf(em, { ...row, endsAt }, now);
    const made = row.stripeSubscriptionId === null ? null : await findCancellationOf(em, row.stripeSubscriptionId);
    const left = terms !== null && isRefundLeft(made, terms) ? { ...terms, endsImmediately: true } : null;
    return { ifCancelled: left, cancellation };
  }
  if (terms === null) return { ifCancelled: null, cancellation: null };
  return { ifCancelled: { ...terms, endsImmediately: hasEnded(terms, now) }, cancellation: null };
};

/**
 * The prices that the refund rules of a membership apply to: those of its last charge or, before the first, those of
 * its contract.
 */
export const findAgreedPrices = async (
  em: EntityManager,
  {
    userId,
    stripeSubscriptionId,
    monthlyPence,
  }: Pick<SubscriptionRow, 'userId' | 'stripeSubscriptionId' | 'monthlyPence'>,
  now: Date,
): Promise<AgreedPrices> => {
  const last = stripeSubscriptionId && (await findRefundFacts(em, { userId, stripeSubscriptionId })).last;
  if (last) return { pence: last.pence, fullCheckPence: last.fullCheckPence };
  const { fullCheckPence } = await findAgreedTerms(em, userId, now);
  return { pence: monthlyPence, fullCheckPence };
};

/** Whether this end is in the past. */
export const hasEnded = ({ endsAt }: { endsAt: Date }, now: Date): boolean => endsAt <= now;

/** A cancellation made at Stripe, or by an earlier release, may have no row: nothing was promised with it. */
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
    refund: before ? await refundedElsewhere(em, { userId: row.userId, stripeSubscriptionId }) : refund,
    canWithdraw: await canWithdrawCancellation(em, { row, made }, now),
    monthlyPence: row.monthlyPence,
  };
};

/** The refund of the last charge that was made outside the service, for example by staff in Stripe's dashboard. */
const refundedElsewhere = async (
  em: EntityManager,
  of: { userId: string; stripeSubscriptionId: string },
): Promise<Refund> => {
  const { last } = await findRefundFacts(em, of);
  const pence = last?.refundedPence ?? 0;
  if (last === null || pence === 0) return { kind: 'none', pence: 0 };
  return { kind: pence < last.pence ? 'pro-rata' : 'full', pence };
};

/** Whether a cancellation can be undone: its paid period runs, and nothing was refunded or disputed. */
export const canWithdrawCancellation = async (
  em: EntityManager,
  { row, made }: { row: SubscriptionRow; made: CancellationRow | null },
  now: Date,
): Promise<boolean> => {
  const { userId, stripeSubscriptionId } = row;
  // Who did not agree to a change cannot go on without it.
  if (made?.refundKind !== 'none' || made.origin === 'change') return false;
  if (row.undecidedFrom !== null && row.undecidedFrom <= now) return false;
  if (stripeSubscriptionId === null || membershipOf(row, now).state !== 'active') return false;
  const { last } = await findRefundFacts(em, { userId, stripeSubscriptionId });
  return last === null || (last.refundedPence === 0 && !last.disputed);
};

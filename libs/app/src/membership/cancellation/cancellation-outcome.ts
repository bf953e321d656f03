import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { type RefundDue, remainingBillingDays, type NoRefundReason } from '@ve/domain/membership/refund-due';
import type { AgreedPrices } from '@ve/domain/membership/refund-rule-texts';
import { findAgreedChargeTerms } from '@ve/data/membership/sign-up/consent.repository';
import {
  type SubscriptionRow,
  findSubscriptionByStripeId,
} from '@ve/data/membership/subscription/subscription.repository';
import { endAndRefundIfCancelled, isRefundStillPossible } from './cancel-membership.ts';
import {
  type CancellationRow,
  findCancellationOf,
  findCancellationRefundFacts,
  findCancellation,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import { type NextCharge, membershipTimelineOf } from '@ve/domain/membership/membership-timeline';
import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import { findLastRefundTime, sumRefundsOfLaterPeriods } from '@ve/data/membership/mails/membership-mail.repository';

/**
 * A refund, in pence. `daysLeft`: the whole days that a pro-rata refund covers; `fullCheckPence`: the deduction for the
 * used full check.
 */
export type RefundSummary = Pick<RefundDue, 'kind' | 'pence'> & { daysLeft?: number; fullCheckPence?: number };

/** A cancellation as shown to its member. */
export interface CancellationDetails {
  registration: string | null;
  requestedAt: Date;
  endsAt: Date;
  refund: RefundSummary;
  ended: boolean;
  /** Whether it can still be undone. */
  canWithdraw: boolean;
  /** What a month costs if it is undone, in pence. */
  monthlyPence: number;
}

/** The effect that cancelling would have, or had. */
export interface CancellationOutcome {
  /** Null: there is nothing to cancel, or no refund left of a membership that ends because of a change. */
  ifCancelled: { endsAt: Date; endsImmediately: boolean; refund: RefundSummary } | null;
  /** Null: it is not cancelled. */
  cancellation: CancellationDetails | null;
}

/** Returns the effect that cancelling this membership would have, or had. */
export const cancellationOutcomeOf = async (
  em: EntityManager,
  row: SubscriptionRow,
  now: Date,
): Promise<CancellationOutcome> => {
  const { endsAt } = row;
  const terms = await endAndRefundIfCancelled(em, { row }, now);
  if (endsAt !== null) {
    const cancellation = await cancellationOf(em, { ...row, endsAt }, now);
    const made = row.stripeSubscriptionId === null ? null : await findCancellationOf(em, row.stripeSubscriptionId);
    const left = terms !== null && isRefundStillPossible(made, terms) ? { ...terms, endsImmediately: true } : null;
    return { ifCancelled: left, cancellation };
  }
  if (terms === null) return { ifCancelled: null, cancellation: null };
  return { ifCancelled: { ...terms, endsImmediately: hasMembershipEnded(terms, now) }, cancellation: null };
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
  const last = stripeSubscriptionId && (await findCancellationRefundFacts(em, { userId, stripeSubscriptionId })).last;
  if (last) return { pence: last.pence, fullCheckPence: last.fullCheckPence };
  const { fullCheckPence } = await findAgreedChargeTerms(em, userId, now);
  return { pence: monthlyPence, fullCheckPence };
};

/** Whether this end is in the past. */
export const hasMembershipEnded = ({ endsAt }: { endsAt: Date }, now: Date): boolean => endsAt <= now;

/** A cancellation made at Stripe, or by an earlier release, may have no row: nothing was promised with it. */
const cancellationOf = async (
  em: EntityManager,
  row: SubscriptionRow & { endsAt: Date },
  now: Date,
): Promise<CancellationDetails> => {
  const { stripeSubscriptionId, endsAt } = row;
  const made = stripeSubscriptionId === null ? null : await findCancellationOf(em, stripeSubscriptionId);
  const refund: RefundSummary = { kind: made?.refundKind ?? 'none', pence: made?.refundPence ?? 0 };
  const before = refund.kind === 'none' && stripeSubscriptionId !== null;
  return {
    registration: made?.registration ?? row.registration,
    requestedAt: made?.createdAt ?? row.cancelRequestedAt ?? (endsAt < now ? endsAt : now),
    endsAt,
    ended: hasMembershipEnded(row, now),
    refund: before ? await refundedElsewhere(em, { userId: row.userId, stripeSubscriptionId }) : refund,
    canWithdraw: await canWithdrawCancellation(em, { row, made }, now),
    monthlyPence: row.monthlyPence,
  };
};

/** The refund of the last charge that was made outside the service, for example by staff in Stripe's dashboard. */
const refundedElsewhere = async (
  em: EntityManager,
  of: { userId: string; stripeSubscriptionId: string },
): Promise<RefundSummary> => {
  const { last } = await findCancellationRefundFacts(em, of);
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
  const { last } = await findCancellationRefundFacts(em, { userId, stripeSubscriptionId });
  return last === null || (last.refundedPence === 0 && !last.disputed);
};

/** A cancellation, with what its e-mail states. */
export interface CancellationMailData {
  registration: string | null;
  endsAt: Date;
  ended: boolean;
  /** Whether it can still be undone. */
  canWithdraw: boolean;
  /** What a month costs if it is undone, in pence; null: the membership has been replaced. */
  monthlyPence: number | null;
  /** Cancelled in the trial: no membership charge was ever made. */
  inTrial: boolean;
  origin: CancellationOrigin;
  /** Ended at Stripe after the paid time or the trial was over, because the payment that was due did not succeed. */
  unpaid: boolean;
  /** The subscription and its id at Stripe, which a link in the mail acts upon. */
  subscription: { id: string; stripeSubscriptionId: string } | null;
  /** The refund of the last charge, in pence, and the card that receives it, where that is known. */
  refundKind: RefundDue['kind'];
  refundPence: number;
  refundCard: ChargedCard | null;
  /** True when Stripe does not name the charge, so that staff refund it manually. */
  byHand: boolean;
  /** The whole days left in the paid period, and all days of that period; null: nothing was charged. */
  days: { left: number; of: number } | null;
  /** The last charge, with its refund outside the service, and when that was made. */
  last: {
    pence: number;
    /** The price of its full check, as agreed. */
    fullCheckPence: number;
    paidAt: Date;
    periodEnd: Date;
    givenBack: { pence: number; at: Date | null } | null;
  } | null;
  /** Why nothing is refunded; null where that was decided outside the service, as by a refund that staff made. */
  noRefundReason: NoRefundReason | null;
  /** The promised amount is disputed at the bank as well: the service refunds nothing. */
  disputed: boolean;
  /** The charge that Stripe still makes before the end: for a month that had started when it was cancelled there. */
  nextCharge: NextCharge | null;
  /** Amount charged for time after the end, in pence, and refunded. */
  returnedPence: number;
}

/** Returns a cancellation by its id; null when there is none, or it was undone. */
export const findCancellationMailData = async (
  em: EntityManager,
  id: string,
  now: Date,
): Promise<CancellationMailData | null> => {
  const made = await findCancellation(em, id);
  if (made?.withdrawnAt !== null || made.endsAt === null) return null;
  const { userId, stripeSubscriptionId, endsAt } = made;
  if (userId === null || stripeSubscriptionId === null) return null;
  const paidUntil = made.paidUntil ?? endsAt;
  const facts = await findCancellationRefundFacts(em, { userId, stripeSubscriptionId, paidUntil });
  const { last } = facts;
  const refundedAt = facts.paymentId === null ? null : await findLastRefundTime(em, facts.paymentId);
  const row = await findSubscriptionByStripeId(em, stripeSubscriptionId);
  const disputed = facts.last?.disputed === true && made.refundId === null;
  const until = paidUntil > endsAt ? paidUntil : endsAt;
  const paidTimeEnds = last?.periodEnd ?? row?.trialEndsAt ?? endsAt;
  return {
    registration: made.registration,
    endsAt,
    ended: hasMembershipEnded({ endsAt }, now),
    canWithdraw: row !== null && (await canWithdrawCancellation(em, { row, made }, now)),
    monthlyPence: row?.monthlyPence ?? null,
    inTrial: last === null,
    origin: made.origin,
    unpaid: made.origin === 'stripe' && endsAt > paidTimeEnds,
    subscription: row === null ? null : { id: row.id, stripeSubscriptionId },
    refundKind: made.refundKind,
    refundPence: made.refundPence,
    refundCard: made.refundCard,
    byHand: made.refundPence > 0 && made.refundId === null && !disputed,
    days: last && remainingBillingDays(last, made.createdAt),
    last: last && {
      pence: last.pence,
      fullCheckPence: last.fullCheckPence,
      paidAt: last.paidAt,
      periodEnd: last.periodEnd,
      givenBack:
        made.refundKind === 'none' && last.refundedPence > 0 ? { pence: last.refundedPence, at: refundedAt } : null,
    },
    noRefundReason: made.noRefundReason,
    nextCharge: membershipTimelineOf(row && { ...row, endsAt }, now).nextCharge,
    disputed,
    returnedPence: await sumRefundsOfLaterPeriods(em, stripeSubscriptionId, until),
  };
};

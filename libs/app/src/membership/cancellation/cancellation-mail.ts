import type { EntityManager } from '@mikro-orm/postgresql';
import type { Card } from '@ve/contracts/http/membership/subscription';
import { type NextCharge, timelineOf } from '@ve/domain/membership/membership-timeline';
import { billingDaysOf, type NoRefundReason, type RefundDue } from '@ve/domain/membership/refund-due';
import type { CancellationOrigin } from '@ve/data/membership/cancellation-request/cancellation-request.entity';
import {
  findCancellation,
  findRefundFacts,
} from '@ve/data/membership/cancellation-request/cancellation-request.repository';
import { hasEnded, canWithdrawCancellation } from './cancellation-outcome.ts';
import { findRefundedAt, sumRefundsAfter } from '@ve/data/membership/mails/membership-mail.repository';
import { findSubscriptionAtStripe } from '@ve/data/membership/subscription/subscription.repository';

/** A cancellation, with what its e-mail states. */
export interface MailedCancellation {
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
  refundCard: Card | null;
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
export const findMailedCancellation = async (
  em: EntityManager,
  id: string,
  now: Date,
): Promise<MailedCancellation | null> => {
  const made = await findCancellation(em, id);
  if (made?.withdrawnAt !== null || made.endsAt === null) return null;
  const { userId, stripeSubscriptionId, endsAt } = made;
  if (userId === null || stripeSubscriptionId === null) return null;
  const paidUntil = made.paidUntil ?? endsAt;
  const facts = await findRefundFacts(em, { userId, stripeSubscriptionId, paidUntil });
  const { last } = facts;
  const refundedAt = facts.paymentId === null ? null : await findRefundedAt(em, facts.paymentId);
  const row = await findSubscriptionAtStripe(em, stripeSubscriptionId);
  const disputed = facts.last?.disputed === true && made.refundId === null;
  const until = paidUntil > endsAt ? paidUntil : endsAt;
  const paidTimeEnds = last?.periodEnd ?? row?.trialEndsAt ?? endsAt;
  return {
    registration: made.registration,
    endsAt,
    ended: hasEnded({ endsAt }, now),
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
    days: last && billingDaysOf(last, made.createdAt),
    last: last && {
      pence: last.pence,
      fullCheckPence: last.fullCheckPence,
      paidAt: last.paidAt,
      periodEnd: last.periodEnd,
      givenBack:
        made.refundKind === 'none' && last.refundedPence > 0 ? { pence: last.refundedPence, at: refundedAt } : null,
    },
    noRefundReason: made.noRefundReason,
    nextCharge: timelineOf(row && { ...row, endsAt }, now).nextCharge,
    disputed,
    returnedPence: await sumRefundsAfter(em, stripeSubscriptionId, until),
  };
};

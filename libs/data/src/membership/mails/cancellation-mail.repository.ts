import type { EntityManager } from '@mikro-orm/postgresql';
import type { Card } from '@ve/contracts/http/membership/subscription';
import { type NextCharge, timelineOf } from '@ve/domain/membership/membership-timeline';
import { billingDaysOf, type NoRefundReason, type RefundDue } from '@ve/domain/membership/refund-due';
import type { CancellationOrigin } from '../cancellation-request/cancellation-request.entity.ts';
import { findCancellation, findRefundFacts } from '../cancellation-request/cancellation-request.repository.ts';
import { hasEnded, canWithdrawCancellation } from '../cancellation-request/cancellation-outcome.ts';
import { tables } from '../../entities.ts';
import type { ChargeDisputeState, PaymentKind } from '../payment/payment.entity.ts';
import { findSubscriptionAtStripe } from '../subscription/subscription.repository.ts';

/** A cancellation, as its mail tells it. */
export interface MailedCancellation {
  registration: string | null;
  endsAt: Date;
  ended: boolean;
  /** Whether it can still be taken back. */
  canWithdraw: boolean;
  /** In the trial: nothing was ever charged for the membership. */
  inTrial: boolean;
  origin: CancellationOrigin;
  /** At Stripe, which a link in the mail acts upon. */
  subscription: { id: string; stripeSubscriptionId: string } | null;
  /** What goes back of the last charge, in pence, and to which card, where that is known. */
  refundKind: RefundDue['kind'];
  refundPence: number;
  refundCard: Card | null;
  /** Stripe does not name the charge: our staff return it. */
  byHand: boolean;
  /** The whole days that were left of the period that it paid for, and all of that period's; null: nothing was charged. */
  days: { left: number; of: number } | null;
  /** The last charge, with what somebody else has given back of it, and when. */
  last: {
    pence: number;
    /** The price of its full check, as agreed. */
    fullCheckPence: number;
    paidAt: Date;
    periodEnd: Date;
    givenBack: { pence: number; at: Date | null } | null;
  } | null;
  /** Why nothing does; null where that was decided elsewhere, as by a refund that staff has made. */
  noRefundReason: NoRefundReason | null;
  /** What was promised is claimed back at the bank as well: nothing goes back from us. */
  disputed: boolean;
  /** What Stripe still charges for before the end: a month that had begun when it was cancelled there. */
  nextCharge: NextCharge | null;
  /** Charged for time after the end, in pence, and returned. */
  returnedPence: number;
}

/** A cancellation by its id; null when there is none, or it was taken back. */
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
  const after = await tables(em)
    .selectFrom('payments')
    .select(['refundedPence as pence'])
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('periodEnd', '>', until)
    .execute();
  return {
    registration: made.registration,
    endsAt,
    ended: hasEnded({ endsAt }, now),
    canWithdraw: row !== null && (await canWithdrawCancellation(em, { row, made }, now)),
    inTrial: last === null,
    origin: made.origin,
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
    returnedPence: after.reduce((sum, { pence }) => sum + pence, 0),
  };
};

const findRefundedAt = async (em: EntityManager, paymentId: string): Promise<Date | null> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select('refundedAt as at')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row?.at ?? null;
};

/** A charge, as the mails of its refunds and disputes tell it. */
export interface MailedCharge {
  id: string;
  kind: PaymentKind;
  amountPence: number;
  currency: string;
  paidAt: Date;
  paymentIntentId: string | null;
  dispute: ChargeDisputeState | null;
  /** The address of the account. */
  email: string;
}

/** A charge by the id of its payment; null when there is none. */
export const findMailedCharge = async (em: EntityManager, id: string): Promise<MailedCharge | null> => {
  const row = await tables(em)
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.userId')
    .select([
      'payments.id',
      'payments.kind',
      'payments.amountPence',
      'payments.currency',
      'payments.paidAt',
      'payments.stripePaymentIntentId as paymentIntentId',
      'payments.dispute',
      'users.email',
    ])
    .where('payments.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

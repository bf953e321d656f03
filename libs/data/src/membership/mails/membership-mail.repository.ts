import type { EntityManager } from '@mikro-orm/postgresql';
import type { ConsentKind } from '@ve/domain/membership/consents';
import { membershipOffer } from '@ve/domain/membership/offer';
import type { SubscriptionFacts } from '@ve/domain/membership/membership-state';
import type { PaymentReturnReason } from '@ve/domain/membership/sign-up-outcome';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { openAnnouncedChangeColumns, toOpenAnnouncedChangeFacts } from '../announced-change/open-change-sql.ts';
import type { ChargeDisputeState, PaymentKind } from '../payment/payment.entity.ts';
import type { SignUpStatus } from '../sign-up/sign-up.entity.ts';
import type { StoredPaymentProblem } from '../subscription/subscription.entity.ts';

/** A paid sign-up, with what its e-mails state. */
export interface SignUpMailData {
  status: SignUpStatus;
  email: string;
  /** Why its payment is refunded; null for any other. */
  returnReason: PaymentReturnReason | null;
  registration: string;
  /** The price of a month of its contract, in pence. */
  monthlyPence: number;
  paidAt: Date;
  /** Null when the payment was refunded. */
  trialEndsAt: Date | null;
  consents: { kind: ConsentKind; textVersion: string; fullCheckPence: number; givenAt: Date }[];
}

/** Returns a sign-up by its id; null when there is none, or it was never paid. */
export const findSignUpMailData = async (em: EntityManager, id: string): Promise<SignUpMailData | null> => {
  const row = await tables(em)
    .selectFrom('sign_ups as sign_up')
    .leftJoin('subscriptions as subscription', 'subscription.userId', 'sign_up.userId')
    .select([
      'sign_up.status',
      'sign_up.email',
      'sign_up.refundReason',
      'sign_up.registrationNumber',
      'sign_up.paidAt',
      'subscription.monthlyPence',
      'subscription.trialEndsAt',
    ])
    .where('sign_up.id', '=', id)
    .executeTakeFirst();
  if (!row?.paidAt) return null;
  const consents = await tables(em)
    .selectFrom('consents')
    .select(['kind', 'textVersion', 'fullCheckPence', 'givenAt'])
    .where('signUpId', '=', id)
    // Those of a sign-up are of its contract.
    .$narrowType<{ kind: ConsentKind }>()
    .orderBy('kind', 'desc')
    .execute();
  return {
    status: row.status,
    email: row.email,
    returnReason: row.refundReason,
    registration: row.registrationNumber,
    monthlyPence: row.monthlyPence ?? membershipOffer.membership.pence,
    paidAt: row.paidAt,
    trialEndsAt: row.status === 'completed' ? row.trialEndsAt : null,
    consents: consents.map((each) => ({
      kind: each.kind,
      textVersion: each.textVersion,
      fullCheckPence: each.fullCheckPence,
      givenAt: each.givenAt,
    })),
  };
};

/** A membership, with what its e-mails state: `membershipOf` and `timelineOf` derive its state. */
export interface MembershipMailData extends SubscriptionFacts {
  id: string;
  userId: string;
  stripeSubscriptionId: string | null;
  /** The member's own price of a period, in pence. */
  monthlyPence: number;
  /** As in `MembershipTimelineFacts`. */
  undecidedFrom?: Date | null;
  agreedPrice?: { pence: number; from: Date } | null;
  registration: string | null;
  cancelRequestedAt: Date | null;
  paymentProblem: StoredPaymentProblem | null;
}

/** Returns a membership by the id of its row, or null when there is none. */
export const findMembershipMailData = async (em: EntityManager, id: string): Promise<MembershipMailData | null> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .selectAll()
    .select(openAnnouncedChangeColumns('subscriptions'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.userId,
    stripeSubscriptionId: row.stripeSubscriptionId,
    monthlyPence: row.monthlyPence ?? membershipOffer.membership.pence,
    ...toOpenAnnouncedChangeFacts(row),
    status: row.status,
    creditsUsed: row.creditsUsed,
    registration: row.registrationNumber,
    trialEndsAt: row.trialEndsAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    creditedPeriodEnd: row.creditedPeriodEnd,
    cancelRequestedAt: row.cancelRequestedAt,
    endsAt: row.endsAt,
    paymentProblem: row.paymentProblem,
    tier: row.subscriptionTier,
  };
};

export interface LastMembershipPayment {
  amountPence: number;
  currency: string;
  paidAt: Date;
}

/**
 * Returns the amount in pence and the time of a member's last payment for a period; null before the first full charge.
 */
export const findLastMembershipPayment = async (
  em: EntityManager,
  stripeSubscriptionId: string,
): Promise<LastMembershipPayment | null> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select(['amountPence', 'currency', 'paidAt'])
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('kind', '=', 'membership')
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
};

/** A payment, with what its receipt states. */
export interface PaymentMailData {
  id: string;
  kind: PaymentKind;
  amountPence: number;
  /** The price of its full check, as agreed; 0: none was. */
  fullCheckPence: number;
  currency: string;
  paidAt: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
  receiptUrl: string | null;
  /**
   * `ever`: the person's first full charge, also counting accounts deleted since; `again`: the first one of a contract
   * that was started again. Its receipt states the right to cancel within 14 days. Null: neither.
   */
  first: 'ever' | 'again' | null;
  registration: string | null;
  subscription: { id: string; stripeSubscriptionId: string } | null;
}

/** Returns a payment by its id, or null when there is none. */
export const findPaymentMailData = async (em: EntityManager, id: string): Promise<PaymentMailData | null> => {
  const found = await sql<{
    kind: PaymentKind;
    amountPence: number;
    fullCheckPence: number;
    currency: string;
    paidAt: Date;
    periodStart: Date | null;
    periodEnd: Date | null;
    receiptUrl: string | null;
    first: 'ever' | 'again' | null;
    registrationNumber: string | null;
    subscriptionId: string | null;
    stripeSubscriptionId: string | null;
  }>`
    select payment.kind, payment.amount_pence, payment.full_check_pence, payment.currency, payment.paid_at, payment.period_start,
      payment.period_end, payment.receipt_url, subscription.registration_number, subscription.id as subscription_id,
      subscription.stripe_subscription_id,
      case
        when payment.kind <> 'membership' then null
        when earlier.all_told = 0 and subscription.earlier_first_paid_at is null then 'ever'
        when earlier.of_contract = 0 then 'again'
      end as first
    from payments payment
    left join subscriptions subscription on subscription.user_id = payment.user_id
    cross join lateral (
      select count(*) as all_told,
        count(*) filter (
          where before.stripe_subscription_id is not distinct from payment.stripe_subscription_id
        ) as of_contract
      from payments before
      where before.user_id = payment.user_id and before.kind = 'membership'
        and (before.paid_at, before.id) < (payment.paid_at, payment.id)
    ) earlier
    where payment.id = ${id}
  `.execute(tables(em));
  const [row] = found.rows;
  if (!row) return null;
  const { subscriptionId, stripeSubscriptionId } = row;
  return {
    id,
    kind: row.kind,
    amountPence: row.amountPence,
    fullCheckPence: row.fullCheckPence,
    currency: row.currency,
    paidAt: row.paidAt,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    receiptUrl: row.receiptUrl,
    first: row.first,
    registration: row.registrationNumber,
    subscription:
      subscriptionId !== null && stripeSubscriptionId !== null ? { id: subscriptionId, stripeSubscriptionId } : null,
  };
};

/** A charge, with what the e-mails about its refunds and disputes state. */
export interface ChargeMailData {
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

/** Returns a charge by the id of its payment, or null when there is none. */
export const findChargeMailData = async (em: EntityManager, id: string): Promise<ChargeMailData | null> => {
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
      'payments.disputeState as dispute',
      'users.email',
    ])
    .where('payments.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

/** Returns when a payment was last refunded, or null if it was not. */
export const findLastRefundTime = async (em: EntityManager, paymentId: string): Promise<Date | null> => {
  const row = await tables(em)
    .selectFrom('payments')
    .select('refundedAt as at')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return row?.at ?? null;
};

/** Returns what was refunded, in pence, of a subscription's payments for periods that end after `until`. */
export const sumRefundsOfLaterPeriods = async (
  em: EntityManager,
  stripeSubscriptionId: string,
  until: Date,
): Promise<number> => {
  const after = await tables(em)
    .selectFrom('payments')
    .select(['refundedPence as pence'])
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('periodEnd', '>', until)
    .execute();
  return after.reduce((sum, { pence }) => sum + pence, 0);
};

import type { EntityManager } from '@mikro-orm/postgresql';
import type { Card } from '@ve/contracts/http/membership/subscription';
import type { NoRefundReason, RefundDue, RefundFacts } from '@ve/domain/membership/refund-due';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { CancellationOrigin } from './cancellation-request.entity.ts';

export interface CancellationRow {
  id: string;
  userId: string | null;
  email: string;
  stripeSubscriptionId: string | null;
  registration: string | null;
  origin: CancellationOrigin;
  paymentId: string | null;
  refundKind: RefundDue['kind'];
  refundPence: number;
  /** Why nothing was promised; null where something was, or that was decided elsewhere. */
  noRefund: NoRefundReason | null;
  refundId: string | null;
  refundCard: Card | null;
  paidUntil: Date | null;
  endsAt: Date | null;
  keptAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

/**
 * What a subscription's last charge and its refund depend on; `paymentId` is that charge's. `paidUntil`: of the charges until
 * then.
 */
export const findRefundFacts = async (
  em: EntityManager,
  { userId, stripeSubscriptionId, paidUntil }: { userId: string; stripeSubscriptionId: string; paidUntil?: Date },
): Promise<RefundFacts & { paymentId: string | null }> => {
  const found = await sql<{
    id: string;
    amountPence: number;
    fullCheckPence: number;
    refundedPence: number;
    paidAt: string;
    periodStart: string;
    periodEnd: string;
    dispute: string | null;
    checkUsed: boolean;
    firstPaidAt: string;
  }>`
    select id, amount_pence as "amountPence", full_check_pence as "fullCheckPence", refunded_pence as "refundedPence", paid_at as "paidAt",
      period_start as "periodStart", period_end as "periodEnd", dispute,
      least(
        (select min(paid_at) from payments where user_id = ${userId} and kind = 'membership'),
        (select earlier_first_paid_at from subscriptions where user_id = ${userId})
      ) as "firstPaidAt",
      exists (
        select from full_checks
        where full_checks.user_id = payments.user_id
          and full_checks.stripe_subscription_id = payments.stripe_subscription_id
          and full_checks.period_end = payments.period_end and full_checks.status <> 'failed'
      ) as "checkUsed"
    from payments
    where user_id = ${userId} and stripe_subscription_id = ${stripeSubscriptionId} and kind = 'membership'
      and period_end <= ${paidUntil?.toISOString() ?? 'infinity'}
    order by period_end desc, paid_at desc limit 1
  `.execute(tables(em));
  const last = found.rows[0];
  if (!last) return { last: null, firstPaidAt: null, paymentId: null };
  return {
    paymentId: last.id,
    firstPaidAt: new Date(last.firstPaidAt),
    last: {
      pence: last.amountPence,
      fullCheckPence: last.fullCheckPence,
      refundedPence: last.refundedPence,
      paidAt: new Date(last.paidAt),
      periodStart: new Date(last.periodStart),
      periodEnd: new Date(last.periodEnd),
      checkUsed: last.checkUsed,
      disputed: last.dispute !== null && last.dispute !== 'won',
    },
  };
};

export interface NewCancellation {
  userId: string;
  email: string;
  stripeSubscriptionId: string | null;
  registration: string | null;
  origin: CancellationOrigin;
  paymentId: string | null;
  /** Null: decided elsewhere, and nothing is promised with it. */
  refund: RefundDue | null;
  /** End of the last period that was paid for. */
  paidUntil: Date | null;
  endsAt: Date;
}

/** What is promised, or why nothing is. */
const promised = ({ refund, paymentId }: Pick<NewCancellation, 'refund' | 'paymentId'>) =>
  refund === null || refund.kind === 'none'
    ? { payment_id: null, refund_kind: 'none' as const, refund_pence: 0, no_refund: refund?.reason ?? null }
    : { payment_id: paymentId, refund_kind: refund.kind, refund_pence: refund.pence, no_refund: null };

/** Records a cancellation; returns its id. */
export const addCancellation = async (em: EntityManager, cancellation: NewCancellation, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('cancellation_requests')
    .values({
      user_id: cancellation.userId,
      customer_email: cancellation.email,
      stripe_subscription_id: cancellation.stripeSubscriptionId,
      registration_number: cancellation.registration,
      origin: cancellation.origin,
      ...promised(cancellation),
      paid_until: cancellation.paidUntil,
      ends_at: cancellation.endsAt,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Lets a cancellation end its membership sooner, to be carried out again; a refund that was promised stays as it was.
 */
export const advanceCancellation = async (
  em: EntityManager,
  id: string,
  { refund, paymentId, endsAt }: Pick<NewCancellation, 'refund' | 'paymentId' | 'endsAt'>,
): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ ends_at: endsAt, finished_at: null })
    .where('id', '=', id)
    .execute();
  await tables(em)
    .updateTable('cancellation_requests')
    .set(promised({ refund, paymentId }))
    .where('id', '=', id)
    .where('refund_kind', '=', 'none')
    .execute();
};

/** The cancellation of a subscription at Stripe that was not taken back; null when there is none. */
export const findCancellationOf = async (
  em: EntityManager,
  stripeSubscriptionId: string,
): Promise<CancellationRow | null> => {
  const row = await cancellationRows(em)
    .where('stripe_subscription_id', '=', stripeSubscriptionId)
    .where('kept_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
};

/** Stores the hash of the token by which the question why is answered. */
export const setAnswerToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ answer_token_hash: tokenHash })
    .where('id', '=', id)
    .execute();
};

/** A cancellation by its id; null when there is none. */
export const findCancellation = async (em: EntityManager, id: string): Promise<CancellationRow | null> =>
  (await cancellationRows(em).where('id', '=', id).executeTakeFirst()) ?? null;

/** Cancellations, by columns of `CancellationRow`. */
export const cancellationRows = (em: EntityManager) =>
  tables(em)
    .selectFrom('cancellation_requests')
    .select([
      'id',
      'user_id as userId',
      'customer_email as email',
      'stripe_subscription_id as stripeSubscriptionId',
      'registration_number as registration',
      'origin',
      'payment_id as paymentId',
      'refund_kind as refundKind',
      'refund_pence as refundPence',
      'no_refund as noRefund',
      'refund_id as refundId',
      'refund_card as refundCard',
      'paid_until as paidUntil',
      'ends_at as endsAt',
      'kept_at as keptAt',
      'finished_at as finishedAt',
      'created_at as createdAt',
    ]);

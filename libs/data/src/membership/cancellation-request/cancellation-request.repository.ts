import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
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
  /** Why no refund was promised; null where one was, or where the refund was decided outside the service. */
  noRefundReason: NoRefundReason | null;
  refundId: string | null;
  refundCard: ChargedCard | null;
  paidUntil: Date | null;
  endsAt: Date | null;
  withdrawnAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
}

/**
 * Returns what a subscription's last charge and its refund depend on; `paymentId` is the payment of that charge.
 * `paidUntil` restricts it to the charges until then.
 */
export const findCancellationRefundFacts = async (
  em: EntityManager,
  { userId, stripeSubscriptionId, paidUntil }: { userId: string; stripeSubscriptionId: string; paidUntil?: Date },
): Promise<RefundFacts & { paymentId: string | null }> => {
  const found = await sql<{
    id: string;
    amountPence: number;
    fullCheckPence: number;
    refundedPence: number;
    paidAt: Date;
    periodStart: Date;
    periodEnd: Date;
    dispute: string | null;
    checkUsed: boolean;
    firstPaidAt: Date;
  }>`
    select id, amount_pence, full_check_pence, refunded_pence, paid_at,
      period_start, period_end, dispute_state as dispute,
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
    firstPaidAt: last.firstPaidAt,
    last: {
      pence: last.amountPence,
      fullCheckPence: last.fullCheckPence,
      refundedPence: last.refundedPence,
      paidAt: last.paidAt,
      periodStart: last.periodStart,
      periodEnd: last.periodEnd,
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
  refund: RefundDue;
  /** End of the last paid period. */
  paidUntil: Date | null;
  endsAt: Date;
}

/** The columns for the promised refund, or for the reason that there is none. */
const refundColumns = ({ refund, paymentId }: Pick<NewCancellation, 'refund' | 'paymentId'>) =>
  refund.kind === 'none'
    ? { paymentId: null, refundKind: 'none' as const, refundPence: 0, noRefundReason: refund.reason }
    : { paymentId, refundKind: refund.kind, refundPence: refund.pence, noRefundReason: null };

/** Records a cancellation; returns its id. */
export const addCancellation = async (em: EntityManager, cancellation: NewCancellation, now: Date): Promise<string> => {
  const { id } = await tables(em)
    .insertInto('cancellation_requests')
    .values({
      userId: cancellation.userId,
      customerEmail: cancellation.email,
      stripeSubscriptionId: cancellation.stripeSubscriptionId,
      registrationNumber: cancellation.registration,
      origin: cancellation.origin,
      ...refundColumns(cancellation),
      paidUntil: cancellation.paidUntil,
      endsAt: cancellation.endsAt,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Lets a cancellation end its membership sooner, to be carried out again. A promised refund is unchanged; without one,
 * its refund is decided by what is paid for now.
 */
export const bringForwardCancellation = async (
  em: EntityManager,
  id: string,
  { refund, paymentId, paidUntil, endsAt }: Pick<NewCancellation, 'refund' | 'paymentId' | 'paidUntil' | 'endsAt'>,
): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ endsAt, finishedAt: null })
    .where('id', '=', id)
    .execute();
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ ...refundColumns({ refund, paymentId }), paidUntil })
    .where('id', '=', id)
    .where('refundKind', '=', 'none')
    .execute();
};

/** Returns the cancellation of a subscription at Stripe that was not undone, or null when there is none. */
export const findCancellationOf = async (
  em: EntityManager,
  stripeSubscriptionId: string,
): Promise<CancellationRow | null> => {
  const row = await selectCancellationRequests(em)
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
};

/** Stores the hash of the token with which the question after a cancellation is answered. */
export const setCancellationReasonToken = async (em: EntityManager, id: string, tokenHash: string): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ cancellationReasonTokenHash: tokenHash })
    .where('id', '=', id)
    .execute();
};

/** Returns a cancellation by its id, or null when there is none. */
export const findCancellation = async (em: EntityManager, id: string): Promise<CancellationRow | null> =>
  (await selectCancellationRequests(em).where('id', '=', id).executeTakeFirst()) ?? null;

/** A query of cancellations with the columns of `CancellationRow`. */
export const selectCancellationRequests = (em: EntityManager) =>
  tables(em)
    .selectFrom('cancellation_requests')
    .select([
      'id',
      'userId',
      'customerEmail as email',
      'stripeSubscriptionId',
      'registrationNumber as registration',
      'origin',
      'paymentId',
      'refundKind',
      'refundPence',
      'noRefundReason',
      'stripeRefundId as refundId',
      'refundCard',
      'paidUntil',
      'endsAt',
      'withdrawnAt',
      'finishedAt',
      'createdAt',
    ]);

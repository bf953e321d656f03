import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/**
 * Marks the cancellations that members had undone until `until` as undone at Stripe, which happened before the restore.
 */
export const finishCancellationsWithdrawnBefore = async (em: EntityManager, until: Date, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ finishedAt: now })
    .where('withdrawnAt', 'is not', null)
    .where('finishedAt', 'is', null)
    .where('createdAt', '<=', until)
    .execute();
};

/** A refund at Stripe that carries the id of one of our cancellations. */
export interface CancellationRefund {
  cancellationId: string;
  paymentIntentId: string;
  refundId: string;
  /** The total refunded under that id. */
  pence: number;
  refundedAt: Date;
}

/** Returns those of the given cancellations that have no row. */
export const findMissingCancellations = async (em: EntityManager, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const found = await sql<{ id: string }>`
    select id::text from unnest(${ids}::uuid[]) as made (id)
    where not exists (select from cancellation_requests where cancellation_requests.id = made.id)
  `.execute(tables(em));
  return found.rows.map(({ id }) => id);
};

/**
 * Writes the row of a cancellation again, under the id that its refund carries, in the caller's transaction. A
 * cancellation of the subscription that was recorded meanwhile from Stripe's state becomes this one, with its mail.
 * Returns whether the payment is recorded.
 */
export const restoreCancellation = async (
  em: EntityManager,
  { cancellationId, paymentIntentId, refundId, pence, refundedAt }: CancellationRefund,
): Promise<boolean> => {
  const at = refundedAt.toISOString();
  const before = await sql<{ id: string }>`
    select request.id from cancellation_requests request
    join payments on payments.stripe_subscription_id = request.stripe_subscription_id
    where payments.stripe_payment_intent_id = ${paymentIntentId} and request.withdrawn_at is null
  `.execute(tables(em));
  const written = await sql<{ id: string }>`
    insert into cancellation_requests (id, user_id, customer_email, stripe_subscription_id, registration_number, origin,
      payment_id, refund_kind, refund_pence, stripe_refund_id, paid_until, ends_at, created_at, finished_at)
    select ${cancellationId}::uuid, users.id, users.email, payments.stripe_subscription_id,
      subscriptions.registration_number, 'stripe', payments.id,
      case when ${pence} < payments.amount_pence then 'pro-rata' else 'full' end, ${pence}, ${refundId},
      payments.period_end,
      coalesce(
        case when subscriptions.stripe_subscription_id = payments.stripe_subscription_id then subscriptions.ends_at end,
        ${at}::timestamptz
      ), ${at}, ${at}
    from payments
    join users on users.id = payments.user_id
    left join subscriptions on subscriptions.user_id = users.id
    where payments.stripe_payment_intent_id = ${paymentIntentId} and payments.stripe_subscription_id is not null
    on conflict (stripe_subscription_id) where withdrawn_at is null and stripe_subscription_id is not null do update set
      id = excluded.id, payment_id = excluded.payment_id, refund_kind = excluded.refund_kind,
      refund_pence = excluded.refund_pence, stripe_refund_id = excluded.stripe_refund_id, no_refund_reason = null,
      paid_until = excluded.paid_until
      where cancellation_requests.origin = 'stripe' and cancellation_requests.refund_kind = 'none'
    returning id
  `.execute(tables(em));
  const replaced = before.rows[0]?.id;
  if (written.rows.length > 0 && replaced !== undefined) {
    await sql`
      update mails set subject_id = ${cancellationId}::uuid,
        unique_key = replace(unique_key, ${replaced}::text, ${cancellationId}::text)
      where subject_id = ${replaced}::uuid
    `.execute(tables(em));
  }
  return written.rows.length > 0;
};

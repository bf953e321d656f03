import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import type { RefundDue } from '@ve/domain/membership/refund-due';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { toStoredCardOrNull } from '../subscription/stored-card.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';
import { findCancellationRefundFacts } from './cancellation-request.repository.ts';

/* The progress of a cancellation at Stripe. */

/**
 * Records a subscription that was cancelled at Stripe and not by the service, which leaves nothing to carry out;
 * returns its id, or null when a cancellation of it is recorded already.
 */
export const recordCancellationMadeAtStripe = async (
  em: EntityManager,
  {
    row: { userId, email, registration },
    stripeSubscriptionId,
    endsAt,
  }: { row: SubscriptionRow; stripeSubscriptionId: string; endsAt: Date },
  now: Date,
): Promise<string | null> => {
  const { last } = await findCancellationRefundFacts(em, { userId, stripeSubscriptionId });
  const added = await tables(em)
    .insertInto('cancellation_requests')
    .values({
      userId,
      customerEmail: email,
      stripeSubscriptionId,
      registrationNumber: registration,
      origin: 'stripe',
      paidUntil: last?.periodEnd ?? null,
      endsAt,
      createdAt: now,
      finishedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('stripeSubscriptionId')
        .where(sql<boolean>`withdrawn_at is null and stripe_subscription_id is not null`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

/** Marks a cancellation as undone by its member; the change at Stripe is still pending. */
export const markCancellationWithdrawn = async (em: EntityManager, id: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ withdrawnAt: now, finishedAt: null })
    .where('id', '=', id)
    .execute();
};

/** Marks a cancellation that was made at Stripe as undone there. */
export const markCancellationWithdrawnAtStripe = async (
  em: EntityManager,
  stripeSubscriptionId: string,
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ withdrawnAt: now, finishedAt: now })
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('origin', '=', 'stripe')
    .where('withdrawnAt', 'is', null)
    .execute();
};

/**
 * Whether a cancellation that Stripe reports was undone by its member: by its id where Stripe states ours, or because
 * undoing it at Stripe is still pending.
 */
export const isCancellationWithdrawn = async (
  em: EntityManager,
  { stripeSubscriptionId, cancellationId }: { stripeSubscriptionId: string; cancellationId: string | null },
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('cancellation_requests')
    .select('id')
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('withdrawnAt', 'is not', null)
    .where((eb) => eb.or([eb('finishedAt', 'is', null), eb('id', '=', cancellationId)]))
    .executeTakeFirst();
  return row !== undefined;
};

/** Marks undone cancellations of a subscription as undone at Stripe; returns the ids of those that were not yet. */
export const markWithdrawnCancellationsFinished = async (
  em: EntityManager,
  stripeSubscriptionId: string,
  now: Date,
): Promise<string[]> => {
  const finished = await tables(em)
    .updateTable('cancellation_requests')
    .set({ finishedAt: now })
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .where('withdrawnAt', 'is not', null)
    .where('finishedAt', 'is', null)
    .returning('id')
    .execute();
  return finished.map(({ id }) => id);
};

/** Records the refund of a cancellation, and the card that it goes to. */
export const recordCancellationRefund = async (
  em: EntityManager,
  id: string,
  { refundId, card }: { refundId: string; card: ChargedCard | null },
): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({ stripeRefundId: refundId, refundCard: toStoredCardOrNull(card) })
    .where('id', '=', id)
    .execute();
};

/**
 * Marks a cancellation as carried out, with the refund that it promised when the run read it. False when it was carried
 * out before, was undone, or promises more by now, which its own job carries out.
 */
export const markCancellationCarriedOut = async (
  em: EntityManager,
  { id, refundPence }: { id: string; refundPence: number },
  now: Date,
): Promise<boolean> => {
  const finished = await tables(em)
    .updateTable('cancellation_requests')
    .set({ finishedAt: now })
    .where('id', '=', id)
    .where('refundPence', '=', refundPence)
    .where('finishedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
};

/**
 * Increases the refund that a cancellation promised and ends its membership immediately; the cancellation has to be
 * carried out again.
 */
export const increaseCancellationRefund = async (
  em: EntityManager,
  id: string,
  { refund, paymentId, endsAt }: { refund: RefundDue; paymentId: string; endsAt: Date },
): Promise<void> => {
  await tables(em)
    .updateTable('cancellation_requests')
    .set({
      refundKind: refund.kind,
      refundPence: refund.pence,
      noRefundReason: null,
      paymentId,
      endsAt,
      finishedAt: null,
    })
    .where('id', '=', id)
    .execute();
};

/** A cancellation that is still to be carried out, or undone, at Stripe, with the row of its subscription. */
export interface UnfinishedCancellation {
  subscriptionId: string;
  stripeSubscriptionId: string;
  endsAt: Date | null;
  kept: boolean;
}

/** Cancellations that were not carried out, or undone, at Stripe by `before`: their job has failed permanently. */
export const findUnfinishedCancellations = async (
  em: EntityManager,
  { before, limit }: { before: Date; limit: number },
): Promise<UnfinishedCancellation[]> => {
  const found = await sql<UnfinishedCancellation>`
    select subscription.id as "subscriptionId", request.stripe_subscription_id,
      request.ends_at, request.withdrawn_at is not null as kept
    from cancellation_requests request
    join subscriptions subscription on subscription.user_id = request.user_id
    where request.finished_at is null and request.stripe_subscription_id is not null
      and greatest(request.created_at, request.withdrawn_at) < ${before.toISOString()}
    order by request.created_at limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import { sql } from 'kysely';
import { setCustomerSubscription } from '../customer/customer.repository.ts';
import { tables } from '../../entities.ts';
import { toStoredCardOrNull } from './stored-card.ts';
import type { SubscriptionChangeContext } from './subscription-listener.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';
import { findSubscription, notifySubscriptionChannel, type SubscriptionRow } from './subscription.repository.ts';

/*
 * Changes made by a customer. Each increments the revision, so that a read of Stripe that started before does not
 * overwrite it.
 */

/** Returns a subscription by the id of its row, locked until the caller's transaction ends; null when there is none. */
export const lockSubscription = async (em: EntityManager, id: string): Promise<SubscriptionRow | null> => {
  await tables(em).selectFrom('subscriptions').select('id').where('id', '=', id).forUpdate().execute();
  return findSubscription(em, id);
};

/** Records that a subscription was cancelled, and when it ends. */
export const recordSubscriptionCancellation = async (
  em: EntityManager,
  id: string,
  { endsAt, now }: { endsAt: Date; now: Date },
): Promise<void> => {
  await tables(em)
    .updateTable('subscriptions')
    .set({ cancelRequestedAt: now, endsAt, updatedAt: now, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
  await notifySubscriptionChannel(em, id);
};

/** Records that a cancellation was undone. */
export const recordSubscriptionCancellationWithdrawn = async (
  em: EntityManager,
  id: string,
  { now, listener }: SubscriptionChangeContext,
): Promise<void> => {
  const { userId } = await tables(em)
    .updateTable('subscriptions')
    .set({ cancelRequestedAt: null, endsAt: null, updatedAt: now, revision: sql`revision + 1` })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirstOrThrow();
  await listener.changed(em, userId, now);
  await notifySubscriptionChannel(em, id);
};

/** Records the card that is charged from now on. */
export const recordSubscriptionCard = async (
  em: EntityManager,
  { id, card }: { id: string; card: ChargedCard },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('subscriptions')
    .set({ card: toStoredCardOrNull(card), updatedAt: now, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
  await notifySubscriptionChannel(em, id);
};

/** A subscription that was just started at Stripe. */
export interface StartedSubscription {
  stripeSubscriptionId: string;
  monthlyPence?: number | null;
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  endsAt: Date | null;
  card: ChargedCard | null;
}

/**
 * Replaces an ended subscription by one that was started at Stripe, and resets all columns: its full check comes with
 * its first paid invoice. A subscription that a read of Stripe has stored meanwhile keeps its own columns.
 */
export const replaceSubscription = async (
  em: EntityManager,
  { id, started }: { id: string; started: StartedSubscription },
  { now, listener }: SubscriptionChangeContext,
): Promise<void> => {
  const same = sql<boolean>`stripe_subscription_id is not distinct from ${started.stripeSubscriptionId}`;
  const { isSame } = await tables(em)
    .selectFrom('subscriptions')
    .select(same.as('isSame'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { userId } = await tables(em)
    .updateTable('subscriptions')
    .set({
      stripeSubscriptionId: started.stripeSubscriptionId,
      monthlyPence: started.monthlyPence ?? null,
      status: started.status,
      creditsUsed: sql`case when ${same} then credits_used else 1 end`,
      creditedPeriodEnd: sql`case when ${same} then credited_period_end end`,
      trialEndsAt: started.trialEndsAt,
      currentPeriodStart: started.periodStart,
      currentPeriodEnd: started.periodEnd,
      cancelRequestedAt: null,
      endsAt: started.endsAt,
      card: toStoredCardOrNull(started.card),
      paymentProblem: null,
      updatedAt: now,
      revision: sql`revision + 1`,
    })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirstOrThrow();
  await (isSame ? listener.changed(em, userId, now) : listener.replaced(em, userId, now));
  await setCustomerSubscription(em, userId, started.stripeSubscriptionId);
  await notifySubscriptionChannel(em, id);
};

/**
 * Locks the changes of this subscription at Stripe until the caller's transaction ends: one at a time in all processes.
 * False, without waiting, while another request holds the lock.
 */
export const tryLockSubscriptionAtStripe = async (em: EntityManager, id: string): Promise<boolean> => {
  const tried = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`subscription ${id}`}, 0)) as got
  `.execute(tables(em));
  return tried.rows[0]?.got === true;
};

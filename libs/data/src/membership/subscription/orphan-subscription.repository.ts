import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { countRowsUpToMax, type CappedTotal } from '../../kernel/list/capped-total.ts';

export interface OrphanSubscriptionRow {
  stripeSubscriptionId: string;
  stripeCustomerId: string;
  foundAt: Date;
}

/** Records a subscription at Stripe that no account owns; returns whether it was unknown. */
export const recordOrphanSubscription = async (
  em: EntityManager,
  { stripeSubscriptionId, stripeCustomerId }: Omit<OrphanSubscriptionRow, 'foundAt'>,
  now: Date,
): Promise<boolean> => {
  const noted = await tables(em)
    .insertInto('orphan_subscriptions')
    .values({
      stripeSubscriptionId,
      stripeCustomerId,
      foundAt: now,
      lastSeenAt: now,
    })
    .onConflict((conflict) => conflict.column('stripeSubscriptionId').doUpdateSet({ lastSeenAt: now }))
    // After an update xmax is the id of the transaction.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return noted.isNew;
};

/** Deletes the subscriptions that a complete listing started at `since` did not contain any more. */
export const unlistUnseenOrphanSubscriptions = async (em: EntityManager, since: Date): Promise<void> => {
  await tables(em).deleteFrom('orphan_subscriptions').where('lastSeenAt', '<', since).execute();
};

/** Deletes a subscription that was cancelled, or that an account owns by now. */
export const unlistOrphanSubscription = async (em: EntityManager, stripeSubscriptionId: string): Promise<void> => {
  await tables(em)
    .deleteFrom('orphan_subscriptions')
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .execute();
};

/** The oldest orphaned subscriptions, `limit` at most. */
export const listOrphanSubscriptions = (em: EntityManager, limit: number): Promise<OrphanSubscriptionRow[]> =>
  tables(em)
    .selectFrom('orphan_subscriptions')
    .select(['stripeSubscriptionId', 'stripeCustomerId', 'foundAt'])
    .orderBy('foundAt')
    .orderBy('stripeSubscriptionId')
    .limit(limit)
    .execute();

/** Counts them, up to a thousand. */
export const countOrphanSubscriptions = (em: EntityManager): Promise<CappedTotal> =>
  countRowsUpToMax(em, 'orphan_subscriptions', sql`true`);

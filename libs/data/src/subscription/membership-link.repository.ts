import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';

export interface MembershipLinkRow {
  subscriptionId: string;
  /** The subscription that the mail was about: the link cancels no later one. */
  stripeSubscriptionId: string;
}

/** Stores the hash of a cancel link's token. */
export const addMembershipLink = async (
  em: EntityManager,
  link: MembershipLinkRow & { tokenHash: string; now: Date },
): Promise<void> => {
  await tables(em)
    .insertInto('membership_links')
    .values({
      subscription_id: link.subscriptionId,
      stripe_subscription_id: link.stripeSubscriptionId,
      token_hash: link.tokenHash,
      created_at: link.now,
    })
    .execute();
};

/** A cancel link by the hash of its token; null when there is none. */
export const findMembershipLink = async (em: EntityManager, tokenHash: string): Promise<MembershipLinkRow | null> => {
  const row = await tables(em)
    .selectFrom('membership_links')
    .select(['subscription_id', 'stripe_subscription_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ? { subscriptionId: row.subscription_id, stripeSubscriptionId: row.stripe_subscription_id } : null;
};

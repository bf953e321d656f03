import type { EntityManager } from '@mikro-orm/postgresql';
import { addMembershipLink } from '@ve/data/subscription/membership-link.repository';
import { newSecretToken } from '@ve/server-kit/auth/secret-token';

/** The token of a new cancel link; it cancels, or keeps, this Stripe subscription and no later one. */
export const cancelToken = async (
  em: EntityManager,
  { id, stripeSubscriptionId }: { id: string; stripeSubscriptionId: string },
  now: Date,
): Promise<string> => {
  const { token, hash } = newSecretToken();
  await addMembershipLink(em, { subscriptionId: id, stripeSubscriptionId, tokenHash: hash, now });
  return token;
};

/** Null for a membership that has no Stripe subscription: its mails lead to the account. */
export const cancelTokenIfAny = (
  em: EntityManager,
  { id, stripeSubscriptionId }: { id: string; stripeSubscriptionId: string | null },
  now: Date,
): Promise<string | null> =>
  stripeSubscriptionId === null ? Promise.resolve(null) : cancelToken(em, { id, stripeSubscriptionId }, now);

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';

/** The membership that a cancel link names: our row and its Stripe subscription when the mail was sent. */
export interface LinkedMembership {
  id: string;
  stripeSubscriptionId: string;
}

/** 16 bytes of a subscription's id and 16 bytes of an HMAC, in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const idBytes = 16;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const macOf = ({ id, stripeSubscriptionId }: LinkedMembership, key: string): Buffer =>
  createHmac('sha256', key)
    .update('membership')
    .update(bytesOf(id))
    .update(stripeSubscriptionId)
    .digest()
    .subarray(0, idBytes);

/**
 * The token of a membership's cancel link, the same in every mail (docs/adr/0033). Stripe's id is signed but not part
 * of the token: after the membership is restarted, the old link is invalid.
 */
export const membershipToken = (membership: LinkedMembership, key: string): string =>
  Buffer.concat([bytesOf(membership.id), macOf(membership, key)]).toString('base64url');

/**
 * The id of the row that a token names, or null if it is not a token. Does not verify the signature;
 * `isMembershipToken` does.
 */
export const subscriptionIdOfToken = (token: string): string | null => {
  if (!tokenPattern.test(token)) return null;
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Whether `key` signed the token for this membership and its current Stripe subscription. */
export const isMembershipToken = (token: string, membership: LinkedMembership, key: string): boolean =>
  tokenPattern.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(membershipToken(membership, key)));

/** The token of a membership's cancel link; it cancels or keeps this Stripe subscription, and no later one. */
export const cancelToken = async (em: EntityManager, membership: LinkedMembership): Promise<string> =>
  membershipToken(membership, await membershipLinkSigningKey(em));

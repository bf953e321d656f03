import { createHmac, timingSafeEqual } from 'node:crypto';

/** The membership that a cancel link is about: our row, and the subscription at Stripe that it held when it was mailed. */
export interface LinkedMembership {
  id: string;
  stripeSubscriptionId: string;
}

/** The id of a subscription and half of an HMAC: 32 bytes in base64url. */
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
 * The token of a membership's cancel link, the same in every mail (docs/adr/0033). Stripe's id is signed and not carried:
 * the link of a membership that was started again since is that of no membership.
 */
export const membershipToken = (membership: LinkedMembership, key: string): string =>
  Buffer.concat([bytesOf(membership.id), macOf(membership, key)]).toString('base64url');

/** The id of the row that a token names, before `isMembershipToken` says whether we signed it; null for no token. */
export const subscriptionIdOf = (token: string): string | null => {
  if (!tokenPattern.test(token)) return null;
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Whether `key` has signed the token for this membership as it is now. */
export const isMembershipToken = (token: string, membership: LinkedMembership, key: string): boolean =>
  tokenPattern.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(membershipToken(membership, key)));

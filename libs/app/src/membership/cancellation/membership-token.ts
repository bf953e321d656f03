import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { isTokenForSignedId, type SignedId, signId } from '../../kernel/signed-id.ts';

/** The membership that a cancel link names: our row and its Stripe subscription when the mail was sent. */
export interface MembershipLinkTarget {
  id: string;
  stripeSubscriptionId: string;
}

const signedOf = ({ id, stripeSubscriptionId }: MembershipLinkTarget): SignedId => ({
  purpose: 'membership',
  id,
  boundTo: [stripeSubscriptionId],
});

/**
 * The token of a membership's cancel link, the same in every mail (docs/adr/0033). Stripe's id is signed but not part
 * of the token: after the membership is restarted, the old link is invalid. It cancels or keeps, and agrees to nothing.
 */
export const membershipLinkToken = (membership: MembershipLinkTarget, key: string): string =>
  signId(signedOf(membership), key);

/** Whether `key` signed the token for this membership and its current Stripe subscription. */
export const isMembershipLinkToken = (token: string, membership: MembershipLinkTarget, key: string): boolean =>
  isTokenForSignedId(token, signedOf(membership), key);

/** The token of a membership's cancel link; it cancels or keeps this Stripe subscription, and no later one. */
export const signMembershipLinkToken = async (em: EntityManager, membership: MembershipLinkTarget): Promise<string> =>
  membershipLinkToken(membership, await membershipLinkSigningKey(em));

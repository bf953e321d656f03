import type { ChangeNotice } from '@ve/data/membership/announced-change/announced-change.repository';
import { isTokenForSignedId, type SignedId, signId } from '../../kernel/signed-id.ts';

/** The notice that a link names: one announced change, for one member and their Stripe subscription. */
export type LinkedChangeNotice = Pick<ChangeNotice, 'id' | 'userId' | 'stripeSubscriptionId'>;

const signedOf = ({ id, userId, stripeSubscriptionId }: LinkedChangeNotice): SignedId => ({
  purpose: 'agree-to-change',
  id,
  boundTo: [userId, stripeSubscriptionId],
});

/**
 * The token with which a member agrees to an announced change: only in the mail that announces it, with a key of its
 * own, as agreeing to a price is more than any other link may do. It ends when the change takes effect for the member.
 */
export const announcedChangeToken = (notice: LinkedChangeNotice, key: string): string => signId(signedOf(notice), key);

/** Whether `key` signed the token for this notice. */
export const isAnnouncedChangeToken = (token: string, notice: LinkedChangeNotice, key: string): boolean =>
  isTokenForSignedId(token, signedOf(notice), key);

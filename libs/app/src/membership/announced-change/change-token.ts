import type { ChangeNotice } from '@ve/data/membership/announced-change/announced-change.repository';
import { isSignedId, type SignedId, signId } from '../../kernel/signed-id.ts';

/** The notice that a link names: one announced change, for one member and their Stripe subscription. */
export type LinkedNotice = Pick<ChangeNotice, 'id' | 'userId' | 'stripeSubscriptionId'>;

const signedOf = ({ id, userId, stripeSubscriptionId }: LinkedNotice): SignedId => ({
  purpose: 'agree-to-change',
  id,
  boundTo: [userId, stripeSubscriptionId],
});

/**
 * The token with which a member agrees to an announced change: only in the mail that announces it, with a key of its
 * own, as agreeing to a price is more than any other link may do. It ends when the change takes effect for the member.
 */
export const changeToken = (notice: LinkedNotice, key: string): string => signId(signedOf(notice), key);

/** Whether `key` signed the token for this notice. */
export const isChangeToken = (token: string, notice: LinkedNotice, key: string): boolean =>
  isSignedId(token, signedOf(notice), key);

import { cancellationGrantMs } from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { tokenCookie, type TokenCookie } from '../http/token-cookie.ts';

/**
 * The cookie of a browser that has entered the code from an e-mail: it may see and cancel what belongs to that address.
 */
export type GrantCookie = Omit<TokenCookie, 'clear'>;

export const grantCookie = (publicOrigin: string): GrantCookie =>
  tokenCookie(publicOrigin, { name: '__Host-ve-cancellation', seconds: cancellationGrantMs / 1_000, sameSite: 'lax' });

import type { FormattedAddress } from '@ve/domain/kernel/address/format-address';
import type { Unavailable } from '../http/call-result.ts';

/** A point in degrees (WGS 84). */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/**
 * The register's own answer about one postcode. `found` may hold no address at all; `at` is where it is, null when none
 * of its addresses says so. `limit-reached`: our key's balance
 * or daily limit is used up, which only we can mend; `code` is the vendor's.
 */
export type AddressReply =
  | { state: 'found'; addresses: FormattedAddress[]; at: Coordinates | null }
  | { state: 'postcode-not-found' }
  | { state: 'limit-reached'; code: number };

/** The register's answer, or why there is none. */
export type AddressAnswer = AddressReply | Unavailable;

/** The postal addresses of a postcode. */
export interface AddressPort {
  /**
   * At most `maxAddresses`, in the vendor's order. Resolves within 8 seconds and never throws because of the vendor.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  find(postcode: string, signal?: AbortSignal): Promise<AddressAnswer>;
}

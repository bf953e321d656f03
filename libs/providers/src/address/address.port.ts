import type { FormattedAddress } from '@ve/domain/kernel/address/format-address';
import type { VendorUnavailableResult } from '../http/call-result.ts';

/** In degrees (WGS 84). */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/**
 * The vendor's response about one postcode. `found` may contain no address; `at` is the place of the first address that
 * has one, or null. `limit-reached`: the balance or daily limit of our key is used up, which only we can fix; `code` is
 * the vendor's.
 */
export type AvailableAddressAnswer =
  | { state: 'found'; addresses: FormattedAddress[]; at: Coordinates | null }
  | { state: 'postcode-not-found' }
  | { state: 'limit-reached'; code: number };

export type AddressAnswer = AvailableAddressAnswer | VendorUnavailableResult;

export interface AddressPort {
  /**
   * The postal addresses of a postcode, at most `maxAddressesPerPostcode`, in the vendor's order. Resolves within 8
   * seconds and never throws because of the vendor. @throws the reason of `signal`, when and only when the caller
   * aborts it.
   */
  find(postcode: string, signal?: AbortSignal): Promise<AddressAnswer>;
}

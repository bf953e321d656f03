import type { AddressSearch } from '@ve/contracts/http/membership/addresses';
import type { AddressAnswer } from '@ve/providers/address/address.port';

/** Whether our key was refused or its limit reached: only we can fix that. */
export const isKeyRejected = (answer: AddressAnswer): boolean =>
  answer.state === 'limit-reached' || (answer.state === 'unavailable' && answer.reason === 'refused');

/** Converts the register's answer to a search result, with the texts of specification section 8. */
export function toAddressSearch(answer: AddressAnswer): AddressSearch {
  switch (answer.state) {
    case 'found':
      return answer.addresses.length > 0
        ? { outcome: 'found', addresses: answer.addresses }
        : { outcome: 'none', message: 'No addresses found for this postcode' };
    case 'postcode-not-found':
      return { outcome: 'none', message: 'Postcode not found' };
    case 'limit-reached':
      return notForNow;
    case 'unavailable':
      return isKeyRejected(answer) || answer.reason === 'budget-spent'
        ? notForNow
        : { outcome: 'unavailable', message: 'Address lookup service unavailable' };
  }
}

/** Used when a retry within a minute would not help. */
const notForNow: AddressSearch = {
  outcome: 'unavailable',
  message: 'We cannot search for addresses at the moment. Please enter your address below.',
};

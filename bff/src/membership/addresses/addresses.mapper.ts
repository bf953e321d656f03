import type { AddressSearch } from '@ve/contracts/http/membership/addresses';
import type { AddressAnswer } from '@ve/providers/address/address.port';

/** Whether our key was refused, by its limit or as such: only we can mend that. */
export const isKeyRejected = (answer: AddressAnswer): boolean =>
  answer.state === 'limit-reached' || (answer.state === 'unavailable' && answer.reason === 'refused');

/** The register's answer for people, in the words of specification section 8 where it fixes them. */
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

/** Trying again in a minute would not help. */
const notForNow: AddressSearch = {
  outcome: 'unavailable',
  message: 'We cannot search for addresses at the moment. Please enter your address below.',
};

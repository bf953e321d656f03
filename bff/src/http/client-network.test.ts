import { clientLimitKey } from './client-limit-key.ts';
import { networkOfClientAddress } from '@ve/app/jobs/client-address-hasher';

it.each([
  ['192.0.2.17', '192.0.2.200', true],
  ['192.0.2.17', '192.0.3.17', false],
  ['::ffff:192.0.2.17', '192.0.2.1', true],
  ['2001:db8:1:2::1', '2001:db8:1:ffff::9', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
])('%s and %s are in one network: %s', (one, other, same) => {
  expect(networkOfClientAddress(clientLimitKey(one)) === networkOfClientAddress(clientLimitKey(other))).toBe(same);
});

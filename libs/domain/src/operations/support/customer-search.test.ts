import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCustomerSearch } from './customer-search.ts';

const none = { stripe: null, email: null, name: null, registration: null };

it.each([
  ['cus_NffrFeUfNV2Hib', { stripe: { object: 'customer', id: 'cus_NffrFeUfNV2Hib' } }],
  [' sub_1MowQVLkdIwHu7ixeRlqHVzs ', { stripe: { object: 'subscription', id: 'sub_1MowQVLkdIwHu7ixeRlqHVzs' } }],
  ['pi_3MtwBwLkdIwHu7ix28a3tqPa', { stripe: { object: 'payment', id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' } }],
  ['in_1MtHbELkdIwHu7ixl4OzzPMv', { stripe: { object: 'invoice', id: 'in_1MtHbELkdIwHu7ixl4OzzPMv' } }],
  ['ch_3MmlLrLkdIwHu7ix0snN0B15', { stripe: { object: 'charge', id: 'ch_3MmlLrLkdIwHu7ix0snN0B15' } }],
  ['Dana@Example.com', { email: 'dana@example.com' }],
  ['@example', { email: '@example' }],
  ['AB12 CDE', { registration: 'AB12CDE' }],
  ['ab12-cde', { registration: 'AB12CDE', email: 'ab12-cde' }],
  ['AB12', { registration: 'AB12', email: 'ab12' }],
  ['123', { registration: '123', email: '123' }],
  ['dana77', { registration: 'DANA77', email: 'dana77' }],
  ['dana.driver1990', { email: 'dana.driver1990' }],
  ['Dana', { name: 'Dana', email: 'dana' }],
  ['Dana  Driver', { name: 'Dana Driver' }],
  ["O'Neill", { name: "O'Neill", email: "o'neill" }],
  ['John Driver 3rd', { name: 'John Driver 3rd' }],
  ['a 1', { name: 'a 1' }],
  ['Żółć', { name: 'Żółć', email: 'żółć' }],
  ['evt_1NG8Du2eZvKYlo2CUI79vXWy', { email: 'evt_1ng8du2ezvkylo2cui79vxwy' }],
  ['pi_1; drop table users', { name: 'pi_1; drop table users' }],
  ['100%_\\', { email: '100%_\\' }],
])('searches for %j by %j', (typed, ways) => {
  expect(parseCustomerSearch(typed)).toEqual({ ...none, ...ways });
});

it('has at least one way to search for any text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'binary' }), (typed) => {
      const ways = Object.values(parseCustomerSearch(typed)).filter((way) => way !== null);
      expect(ways.length).toBeGreaterThan(0);
    }),
  );
});

import { expect, test } from '@jest/globals';
import { recordOf } from '../../testing/vehicle-records.ts';
import { dealerOf } from './dealer-of.ts';

test.each([
  ['CITROEN', 'a Citroën dealer'],
  ['AUDI', 'an Audi dealer'],
  ['MG', 'an MG dealer'],
  ['MERCEDES-BENZ', 'a Mercedes-Benz dealer'],
  ['ALFA ROMEO', 'an Alfa Romeo dealer'],
])('%s: %s', (make, dealer) => {
  expect(dealerOf(recordOf({ licensing: { make } }))).toBe(dealer);
});

test('without a known make: a main dealer', () => {
  expect(dealerOf(recordOf({ licensing: 'timeout', testing: 'timeout', specification: 'timeout' }))).toBe(
    'a main dealer',
  );
});

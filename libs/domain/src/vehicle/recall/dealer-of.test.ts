import { expect, test } from '@jest/globals';
import { vehicleRecordOf } from '../../testing/vehicle-records.ts';
import { dealerOf } from './dealer-of.ts';

test.each([
  ['CITROEN', 'the nearest Citroën dealer'],
  ['AUDI', 'the nearest Audi dealer'],
  ['MG', 'the nearest MG dealer'],
  ['MERCEDES-BENZ', 'the nearest Mercedes-Benz dealer'],
  ['ALFA ROMEO', 'the nearest Alfa Romeo dealer'],
])('%s: %s', (make, dealer) => {
  expect(dealerOf(vehicleRecordOf({ licensing: { make } }))).toBe(dealer);
});

test('without a known make: a main dealer', () => {
  expect(dealerOf(vehicleRecordOf({ licensing: 'timeout', testing: 'timeout', specification: 'timeout' }))).toBe(
    'a main dealer',
  );
});

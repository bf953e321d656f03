import { expect, test } from '@jest/globals';
import { vehicleRecordFixture } from '../../testing/vehicle-records.ts';
import { recallDealerOf } from './dealer-of.ts';

test.each([
  ['CITROEN', 'the nearest Citroën dealer'],
  ['AUDI', 'the nearest Audi dealer'],
  ['MG', 'the nearest MG dealer'],
  ['MERCEDES-BENZ', 'the nearest Mercedes-Benz dealer'],
  ['ALFA ROMEO', 'the nearest Alfa Romeo dealer'],
])('%s: %s', (make, dealer) => {
  expect(recallDealerOf(vehicleRecordFixture({ licensing: { make } }))).toBe(dealer);
});

test('without a known make: a main dealer', () => {
  expect(
    recallDealerOf(vehicleRecordFixture({ licensing: 'timeout', testing: 'timeout', specification: 'timeout' })),
  ).toBe('a main dealer');
});

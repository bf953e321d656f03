import { expect, test } from '@jest/globals';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture, motTestFixture } from '../testing/vehicle-records.ts';
import { valuationExclusions, valuationMileageText } from './valuation-limits.ts';

test.each([
  [60_000, null, /^The prices are for 60,000 miles\. Type today’s odometer reading/],
  [60_000, 60_000, /^The odometer reads 60,000 miles, which is what/],
  [60_000, 68_500, /8,500 more than the prices are for\. They are not adjusted.*worth less\.$/],
  [60_000, 1, /59,999 fewer.*worth more\.$/],
  [null, 68_500, /^The source does not say/],
])('prices for %p miles, an odometer of %p', (miles, odometer, words) => {
  expect(valuationMileageText({ miles }, odometer)).toMatch(words);
});

test('what the prices leave out includes what this report found', () => {
  const sound = vehicleRecordFixture({
    testing: { tests: [motTestFixture('2026-01-01', 50_000), motTestFixture('2025-01-01', 40_000)] },
  });
  const clocked = vehicleRecordFixture({
    testing: { tests: [motTestFixture('2026-01-01', 50_000), motTestFixture('2025-01-01', 80_000)] },
  });
  expect(valuationExclusions(sound, fullCheckFixture())).toEqual(['Its condition, service history and extras.']);
  expect(
    valuationExclusions(
      clocked,
      fullCheckFixture({ vdi: { writtenOff: true, writeOffCount: 1, financeCount: 1, stolen: true } }),
    ),
  ).toEqual([
    'Its condition, service history and extras.',
    'That it is recorded as stolen: it is not the seller’s to sell.',
    'That it was written off: such cars sell for less.',
    'The money that is owed on it.',
    'That its mileage readings do not agree.',
  ]);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { positionOnValuationScale, shareOnValuationScale, valuationScale } from './valuation-scale.ts';

const section = (valuation: NonNullable<FullCheckSetup['valuation']>) => fullCheckFixture({ valuation }).valuation;
const prices = {
  tradePoor: 400_000,
  tradeAverage: 440_000,
  auction: 460_000,
  partExchange: 480_000,
  privateAverage: 500_000,
  privateClean: 540_000,
  tradeRetail: 560_000,
  dealerForecourt: 620_000,
};
const scale = valuationScale(section(prices))!;

test('goes from the cheapest trade price to the forecourt, without the price when new', () => {
  expect(valuationScale(section({ ...prices, onTheRoad: 2_000_000 }))).toEqual({
    low: 400_000,
    high: 620_000,
    ranges: [
      { kind: 'trade', low: 400_000, high: 480_000 },
      { kind: 'private', low: 500_000, high: 540_000 },
      { kind: 'dealer', low: 560_000, high: 620_000 },
    ],
  });
});

test('leaves out a kind of which the source has no price', () => {
  const { ranges } = valuationScale(section({ ...prices, privateAverage: null, privateClean: 0 }))!;
  expect(ranges.map(({ kind }) => kind)).toEqual(['trade', 'dealer']);
});

test('is null without two different prices', () => {
  const one = Object.fromEntries(Object.keys(prices).map((name) => [name, null]));
  expect(valuationScale(section({ ...one, auction: 300_000 }))).toBeNull();
  expect(valuationScale(section({ ...one, auction: 300_000, privateClean: 300_000 }))).toBeNull();
  expect(valuationScale(section(one))).toBeNull();
  expect(valuationScale(section('timeout'))).toBeNull();
});

test.each([
  [545_000, '£350 above the middle of £4,000 to £6,200, trade to forecourt.'],
  [480_050, '£299.50 below the middle of £4,000 to £6,200, trade to forecourt.'],
  [510_000, 'At the middle of £4,000 to £6,200, trade to forecourt.'],
  [390_000, '£100 below the scale of £4,000 to £6,200, trade to forecourt.'],
  [695_000, '£750 above the scale of £4,000 to £6,200, trade to forecourt.'],
])('says where %i pence lie', (pence, text) => {
  expect(positionOnValuationScale(pence, scale)).toBe(text);
});

test('places every price on the line, dearer ones further right', () => {
  const price = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(price, price, (one, other) => {
      const [cheaper, dearer] = [Math.min(one, other), Math.max(one, other)].map((pence) =>
        shareOnValuationScale(pence, scale),
      );
      expect(cheaper).toBeGreaterThanOrEqual(0);
      expect(dearer).toBeLessThanOrEqual(1);
      expect(cheaper).toBeLessThanOrEqual(dearer!);
    }),
  );
});

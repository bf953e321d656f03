import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Valuation } from '../vehicle/record/full-check.ts';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { compareAskingPrice, valuationRows } from './valuation.ts';

const section = (valuation: NonNullable<FullCheckSetup['valuation']>) => fullCheckFixture({ valuation }).valuation;
const none: Valuation = {
  miles: null,
  vehicle: null,
  plateYear: null,
  valuedOn: null,
  onTheRoad: null,
  dealerForecourt: null,
  tradeRetail: null,
  privateClean: null,
  privateAverage: null,
  partExchange: null,
  auction: null,
  tradeAverage: null,
  tradePoor: null,
};

describe('a valuation', () => {
  test('is nine prices, with their mileage and day', () => {
    const { rows, basis, why } = valuationRows(section({ onTheRoad: 2_150_050, auction: 0 }));
    expect(rows.map(({ label, value }) => [label, value])).toEqual([
      ['New, on the road', '£21,500.50'],
      ['Dealer forecourt', '£7,950'],
      ['Trade retail', null],
      ['Private, clean', '£7,200'],
      ['Private, average', '£6,800'],
      ['Part exchange', '£6,100'],
      ['Auction', null],
      ['Trade, average', '£5,400'],
      ['Trade, poor', '£4,800'],
    ]);
    expect([basis, why]).toEqual(['For SAMPLE MOTORS EXAMPLE 1.6, at 61,840 miles, valued on 1 June 2026.', null]);
  });

  test.each([
    [{ vehicle: null }, 'For 61,840 miles, valued on 1 June 2026.'],
    [{ vehicle: null, miles: null }, 'Valued on 1 June 2026.'],
    [{ vehicle: null, miles: null, valuedOn: null }, null],
  ])('states its basis as far as it is known %#', (changes, basis) => {
    expect(valuationRows(section(changes)).basis).toBe(basis);
  });

  test('explains why there is no price', () => {
    expect(valuationRows(section(none))).toMatchObject({ basis: null, why: 'UK Vehicle Data gave no price.' });
    expect(valuationRows(section('timeout')).why).toBe('UK Vehicle Data did not answer in time.');
    expect(
      valuationRows(section('asking')).rows.every(({ why }) => why === 'UK Vehicle Data has not answered yet.'),
    ).toBe(true);
  });
});

describe('an asking price', () => {
  const ranges = { privateAverage: 400_000, privateClean: 450_000, tradeRetail: 500_000, dealerForecourt: 560_000 };
  const words = (asking: number, changes: Partial<Valuation> = ranges) =>
    compareAskingPrice(asking, section({ ...none, ...changes })).places.map((place) => place.text);

  test.each([
    [
      380_000,
      '£200 below the private range of £4,000 to £4,500.',
      '£1,200 below the dealer range of £5,000 to £5,600.',
    ],
    [400_000, 'Within the private range of £4,000 to £4,500.', '£1,000 below the dealer range of £5,000 to £5,600.'],
    [
      499_550,
      '£495.50 above the private range of £4,000 to £4,500.',
      '£4.50 below the dealer range of £5,000 to £5,600.',
    ],
    [560_000, '£1,100 above the private range of £4,000 to £4,500.', 'Within the dealer range of £5,000 to £5,600.'],
  ])('of %i pence', (asking, ...places) => {
    expect(words(asking)).toEqual(places);
  });

  test('against one price of a kind', () => {
    const one = { privateClean: 450_000 };
    expect(words(450_000, one)).toEqual(['The same as the private price of £4,500.']);
    expect(words(440_000, one)).toEqual(['£100 below the private price of £4,500.']);
  });

  test('against prices the wrong way round', () => {
    expect(words(420_000, { privateAverage: 450_000, privateClean: 400_000 })).toEqual([
      'Within the private range of £4,000 to £4,500.',
    ]);
  });

  test('explains why there are no prices to compare', () => {
    expect(compareAskingPrice(1, section({ ...none, auction: 100 }))).toMatchObject({
      places: [],
      note: 'UK Vehicle Data gave no private or dealer price to compare with.',
    });
    expect(compareAskingPrice(1, section('rate-limited'))).toMatchObject({
      places: [],
      note: 'UK Vehicle Data is taking no more requests from us at the moment.',
    });
  });

  test('is compared without advice', () => {
    const { asking, note } = compareAskingPrice(499_500, section({}));
    expect(asking).toBe('£4,995');
    expect(note).toBe('For SAMPLE MOTORS EXAMPLE 1.6, at 61,840 miles, valued on 1 June 2026.');
    expect(words(499_500).join(' ')).not.toMatch(/bargain|good|great|fair|offer|worth/i);
  });

  test('the difference is from the nearer end of the range', () => {
    const price = fc.option(fc.integer({ min: 1, max: 5_000_000 }), { nil: null });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 6_000_000 }), price, price, (asking, privateAverage, privateClean) => {
        const [place] = compareAskingPrice(asking, section({ ...none, privateAverage, privateClean })).places;
        if (privateAverage === null && privateClean === null) {
          expect(place).toBeUndefined();
          return;
        }
        const { low, high, side, by } = place ?? { low: 0, high: 0, side: 'within', by: -1 };
        expect(low).toBeLessThanOrEqual(high);
        const end = {
          below: asking + by === low,
          above: asking - by === high,
          within: asking >= low && asking <= high,
        };
        expect([side, end[side as keyof typeof end]]).toEqual([side, true]);
        expect(by === 0).toBe(side === 'within');
      }),
    );
  });
});

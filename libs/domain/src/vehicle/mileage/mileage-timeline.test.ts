import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { mileageTimeline } from './mileage-timeline.ts';

const yearly = (...miles: number[]) => miles.map((reading, index) => motTestFixture(`${2015 + index}-05-01`, reading));
const flags = (...miles: number[]) => mileageTimeline(yearly(...miles)).points.map(({ flag }) => flag);

describe('mileage timeline', () => {
  test.each([
    ['steady', [10_000, 18_000, 26_500], [null, null, null], 'consistent'],
    ['a small step back is tolerated', [10_000, 18_000, 17_600], [null, null, null], 'consistent'],
    ['a drop', [40_000, 82_000, 61_000, 69_000], [null, null, 'drop', null], 'inconsistent'],
    ['a second drop', [82_000, 61_000, 70_000, 50_000], [null, 'drop', null, 'drop'], 'inconsistent'],
    ['an impossible year', [20_000, 120_000], [null, 'jump'], 'unclear'],
    ['a digit dropped', [61_000, 6_900, 76_000], [null, 'entry-error', null], 'unclear'],
    ['an extra digit', [61_000, 640_000, 76_000], [null, 'entry-error', null], 'unclear'],
    ['a high reading the next contradicts', [20_000, 96_000, 34_000], [null, 'entry-error', null], 'unclear'],
    ['kilometres recorded as miles', [50_000, 80_467 + 1_000, 58_000], [null, null, 'drop'], 'inconsistent'],
    ['the same in kilometres, a year later', [80_467, 50_400], [null, 'drop'], 'inconsistent'],
    ['one reading', [10_000], [null], 'too-few'],
  ])('%s', (_name, miles, expected, confidence) => {
    expect(flags(...miles)).toEqual(expected);
    expect(mileageTimeline(yearly(...miles)).confidence).toBe(confidence);
  });

  test('kilometres are shown in miles', () => {
    const [point] = mileageTimeline([
      motTestFixture('2026-05-01', 0, { odometer: { value: 100_000, unit: 'KM' } }),
    ]).points;
    expect(point).toMatchObject({ miles: 62_137, recorded: { value: 100_000, unit: 'KM' } });
  });

  test.each([
    ['MI', '2026-05-20', 50_010, 'unit-mix-up'],
    ['MI', '2027-05-01', 50_010, 'drop'],
    ['KM', '2027-05-01', 84_000, 'unit-mix-up'],
  ] as const)('after 80,467 miles a reading in %s on %s', (unit, day, value, flag) => {
    const tests = [motTestFixture('2026-05-01', 80_467), motTestFixture(day, 0, { odometer: { value, unit } })];
    expect(mileageTimeline(tests)).toMatchObject({ points: [{ flag: null }, { flag }], milesPerYear: null });
  });

  test('a same-day re-test is never a drop', () => {
    const tests = [
      motTestFixture('2025-05-01', 50_000),
      motTestFixture('2025-05-01', 40_000, { completedAt: '2025-05-01T16:00:00.000Z' }),
    ];
    expect(mileageTimeline(tests)).toMatchObject({
      points: [{ flag: 'corrected' }, { flag: null }],
      confidence: 'too-few',
    });
  });

  test('tests whose odometer was not read are left out', () => {
    expect(
      mileageTimeline([motTestFixture('2025-05-01', null), motTestFixture('2026-05-01', 9_000)]).points,
    ).toHaveLength(1);
  });

  test('has a yearly rate only if the readings support it', () => {
    expect(mileageTimeline(yearly(10_000, 20_000, 30_000)).milesPerYear).toBeCloseTo(10_000, -2);
    expect(mileageTimeline(yearly(10_000)).milesPerYear).toBeNull();
    expect(mileageTimeline(yearly(40_000, 82_000, 61_000)).milesPerYear).toBeNull();
  });

  test('readings that only rise at a plausible rate are never flagged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ days: fc.integer({ min: 30, max: 500 }), perDay: fc.integer({ min: 0, max: 150 }) }), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.integer({ min: 0, max: 150_000 }),
        (steps, start) => {
          let day = '2010-01-04';
          let miles = start;
          const tests = [motTestFixture(day, miles)];
          for (const { days, perDay } of steps) {
            day = addDays(day, days);
            miles += days * perDay;
            tests.push(motTestFixture(day, miles));
          }
          expect(mileageTimeline(tests).confidence).toBe('consistent');
        },
      ),
    );
  });
});

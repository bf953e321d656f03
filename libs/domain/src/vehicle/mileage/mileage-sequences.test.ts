import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import type { MileageFlag } from './judge-reading.ts';
import { mileageTimeline, type MileageTimeline } from './mileage-timeline.ts';

/** Miles at yearly tests; `[days, miles]` is a reading that many days after the one before. */
type Step = number | readonly [days: number, miles: number];

const timelineOf = (steps: readonly Step[], firstUsed: string | null = null): MileageTimeline => {
  let day = '2014-05-01';
  const tests = steps.map((step, index) => {
    const [days, miles] = typeof step === 'number' ? [365, step] : step;
    if (index > 0) day = addDays(day, days);
    return motTestFixture(day, miles);
  });
  return mileageTimeline(tests, firstUsed);
};

const e: MileageFlag = 'entry-error';
const d: MileageFlag = 'drop';
const c: MileageFlag = 'corrected';
const no = null;

type Row = [name: string, steps: Step[], flags: (MileageFlag | null)[], confidence: MileageTimeline['confidence']];

const recordingErrors: Row[] = [
  ['a digit lost at the end', [61_000, 69_000, 7_600, 84_000], [no, no, e, no], 'unclear'],
  ['a digit lost in the middle', [61_000, 69_000, 7_600, 84_000, 92_000], [no, no, e, no, no], 'unclear'],
  ['the first digit lost', [161_000, 169_000, 76_000, 184_000], [no, no, e, no], 'unclear'],
  ['two digits swapped', [75_000, 82_000, 19_800, 97_000], [no, no, e, no], 'unclear'],
  ['zero entered', [34_000, 41_000, 0, 55_000], [no, no, e, no], 'unclear'],
  ['zero entered on a low-mileage car', [9_000, 11_000, 0, 14_000], [no, no, e, no], 'unclear'],
  ['an incomplete figure', [34_000, 41_000, 4, 55_000], [no, no, e, no], 'unclear'],
  ['the reading of another car', [88_000, 96_000, 12_345, 112_000], [no, no, e, no], 'unclear'],
  [
    'the same typo at test and retest',
    [61_000, 69_000, 7_600, [5, 7_601], [360, 84_000]],
    [no, no, e, e, no],
    'unclear',
  ],
  ['two typos years apart', [61_000, 6_900, 77_000, 8_500, 93_000], [no, e, no, e, no], 'unclear'],
  ['an extra digit in the middle', [61_000, 690_000, 77_000, 85_000], [no, e, no, no], 'unclear'],
  ['an extra digit at first', [312_000, 39_000, 47_000], [e, no, no], 'unclear'],
  ['a digit doubled at first', [331_000, 39_000, 47_000], [e, no, no], 'unclear'],
  ['an extra digit at first, and one test since', [640_000, 72_000], [e, no], 'unclear'],
];

const warnings: Row[] = [
  ['clocked once', [70_000, 82_000, 61_000, 69_000], [no, no, d, no], 'inconsistent'],
  ['clocked at the last test', [62_000, 70_000, 41_000], [no, no, d], 'inconsistent'],
  ['a digit lost at the last test: no later reading to tell', [62_000, 70_000, 7_800], [no, no, d], 'inconsistent'],
  ['clocked, and past the old peak two tests later', [82_000, 61_000, 72_000, 95_000], [no, d, no, no], 'inconsistent'],
  ['clocked, and driven on past it within a year', [82_000, 61_000, 83_000], [no, d, no], 'inconsistent'],
  ['clocked twice', [82_000, 61_000, 70_000, 50_000, 58_000], [no, d, no, d, no], 'inconsistent'],
  ['clocked twice in a row', [120_000, 90_000, 60_000, 66_000], [no, d, d, no], 'inconsistent'],
  ['a replaced instrument', [72_000, 80_000, 1_200, 9_000, 17_000], [no, no, d, no, no], 'inconsistent'],
  ['a low reading that a second confirms', [82_000, 8_900, 9_700, 106_000], [no, d, no, 'jump'], 'inconsistent'],
  ['the first reading within what a car can do', [164_000, 72_000, 80_000], [no, d, no], 'inconsistent'],
  ['a taxi clocked at its second test', [290_000, 35_000, 43_000], [no, d, no], 'inconsistent'],
  ['a courier clocked', [60_000, 110_000, 70_000, 118_000], [no, no, d, no], 'inconsistent'],
  ['clocked at the retest, below the test a year ago', [82_000, 91_000, [4, 61_000]], [no, no, d], 'inconsistent'],
  ['clocked by a thousand', [40_000, 48_000, 47_000, 55_000], [no, no, d, no], 'inconsistent'],
];

const inKeeping: Row[] = [
  ['steady', [10_000, 18_000, 26_500], [no, no, no], 'consistent'],
  ['laid up for years', [40_000, 40_010, 40_010, 40_015, 47_000], [no, no, no, no, no], 'consistent'],
  ['a courier', [50_000, 105_000, 158_000, 212_000], [no, no, no, no], 'consistent'],
  ['a fail and its retest', [50_000, 58_000, [6, 58_012], 66_000], [no, no, no, no], 'consistent'],
  ['a few hundred lower: misread', [40_000, 48_400, 48_000, 56_000], [no, no, no, no], 'consistent'],
  ['a typo that the retest corrected', [61_000, 6_900, [3, 69_010], 77_000], [no, c, no, no], 'consistent'],
  ['a high typo that the retest corrected', [61_000, 169_000, [3, 69_010], 77_000], [no, c, no, no], 'consistent'],
  ['a first typo that the retest corrected', [91_000, [2, 19_100], 27_000], [c, no, no], 'consistent'],
  ['a typo at the retest', [61_000, 69_000, [3, 6_910], 77_000], [no, no, e, no], 'unclear'],
];

describe('sequences of readings and their flags', () => {
  test.each([...recordingErrors, ...warnings, ...inKeeping])('%s', (_name, steps, flags, confidence) => {
    const timeline = timelineOf(steps);
    expect(timeline.points.map(({ flag }) => flag)).toEqual(flags);
    expect(timeline.confidence).toBe(confidence);
  });
});

describe('a five-digit odometer', () => {
  const steps = [93_000, 98_500, 4_300, 10_000];
  test('rolls over on an old car', () => {
    const { points, confidence } = timelineOf(steps, '1989-03-01');
    expect([points.map(({ flag }) => flag), confidence]).toEqual([[no, no, 'roll-over', no], 'unclear']);
  });
  test.each([null, '2009-03-01'])('does not explain a drop on a car first used %s', (firstUsed) => {
    expect(timelineOf(steps, firstUsed).confidence).toBe('inconsistent');
  });
  test('does not explain more miles than a car can cover', () => {
    expect(timelineOf([60_000, 61_000, 4_300, 10_000], '1989-03-01').confidence).toBe('inconsistent');
  });
  test('does not explain a drop once six digits were shown', () => {
    expect(timelineOf([103_000, 98_500, 4_300], '1989-03-01').confidence).toBe('inconsistent');
  });
});

test('more than a young car can have covered is an entry error, for any figure', () => {
  expect(timelineOf([210_000, 29_000, 36_000], '2011-05-01').points[0]?.flag).toBe('entry-error');
  expect(timelineOf([170_000, 25_000, 33_000], '2011-05-01').confidence).toBe('inconsistent');
});

const years = fc.array(fc.integer({ min: 3_000, max: 12_000 }), { minLength: 4, maxLength: 12 });

test('a clocked odometer that was driven on is never taken for an entry error, regardless of the amount', () => {
  fc.assert(
    fc.property(
      years,
      fc.integer({ min: 30_000, max: 150_000 }),
      fc.double({ min: 0.05, max: 0.9, noNaN: true }),
      fc.integer({ min: 1, max: 100 }),
      (driven, start, kept, at) => {
        const turned = 1 + (at % (driven.length - 2));
        let miles = start;
        const steps = driven.map((each, index) => {
          miles = index === turned ? Math.round((miles + each) * kept) : miles + each;
          return miles;
        });
        if ((steps[turned] ?? 0) > (steps[turned - 1] ?? 0) - 600) return;
        expect(timelineOf(steps).confidence).toBe('inconsistent');
      },
    ),
    { numRuns: 300 },
  );
});

test('a single lost digit between two good readings never warns', () => {
  fc.assert(
    fc.property(years, fc.integer({ min: 40_000, max: 150_000 }), fc.nat(), fc.nat(), (driven, start, at, digit) => {
      let miles = start;
      const steps = driven.map((each) => (miles += each));
      const slip = 1 + (at % (steps.length - 2));
      const text = String(steps[slip]);
      const place = digit % text.length;
      steps[slip] = Number(text.slice(0, place) + text.slice(place + 1));
      // A difference that can be driven in a year stays a warning: it cannot be distinguished from a clocked odometer.
      if ((steps[slip + 1] ?? 0) - (steps[slip] ?? 0) <= 31_000) return;
      expect(timelineOf(steps).confidence).not.toBe('inconsistent');
    }),
    { numRuns: 300 },
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { odometerVerdict } from './odometer-verdict.ts';
import { findInconsistentReadings } from './inconsistent-readings.ts';
import { expectedMileageToday, likelyMileage } from './likely-mileage.ts';
import { mileageForAge } from './mileage-for-age.ts';
import { mileageTimeline, type MileageTimeline } from './mileage-timeline.ts';
import { mileageConsistencyText } from './mileage-labels.ts';
import { mileageOfRecord } from './mileage-of-record.ts';

const yearly = (...miles: number[]) =>
  mileageTimeline(miles.map((reading, index) => motTestFixture(`${2015 + index}-05-01`, reading)));
const today = '2026-06-01';

describe('a doubtful period', () => {
  test.each<[string, number[], string[]]>([
    ['steady', [10_000, 18_000, 26_500], []],
    ['one test', [10_000], []],
    ['none', [], []],
    [
      'turned back',
      [70_000, 108_200, 61_000, 69_000],
      ['47,200 miles lower than a year before and never recovered: 108,200 on 1 May 2016, 61,000 on 1 May 2017'],
    ],
    [
      'turned back and driven past it',
      [82_000, 61_000, 83_000],
      [
        '21,000 miles lower than a year before and did not reach it again until 1 May 2017: 82,000 on 1 May 2015, 61,000 on 1 May 2016',
      ],
    ],
    [
      'turned back twice',
      [82_000, 61_000, 70_000, 50_000],
      [
        '21,000 miles lower than a year before and never recovered: 82,000 on 1 May 2015, 61,000 on 1 May 2016',
        '20,000 miles lower than a year before and never recovered: 70,000 on 1 May 2017, 50,000 on 1 May 2018',
      ],
    ],
    [
      'a jump',
      [20_000, 120_000],
      ['100,000 miles more than a year before: 20,000 on 1 May 2015, 120,000 on 1 May 2016'],
    ],
    ['a typing mistake is not a doubtful period', [61_000, 69_000, 7_600, 84_000], []],
  ])('%s', (_name, miles, words) => {
    expect(findInconsistentReadings(yearly(...miles)).map((stretch) => stretch.words)).toEqual(words);
  });

  test('lasts until the odometer is back at the earlier reading, or until the newest one', () => {
    expect(findInconsistentReadings(yearly(82_000, 61_000, 83_000, 90_000))[0]?.until).toBe('2017-05-01');
    expect(findInconsistentReadings(yearly(82_000, 61_000, 70_000, 75_000))[0]?.until).toBe('2018-05-01');
  });
});

describe('the text above readings that decrease', () => {
  test.each<[string, number[], RegExp]>([
    [
      'one mistyped reading would explain it',
      [40_000, 50_000, 95_000, 63_000, 70_000],
      /One mistyped reading or a replaced odometer may be the reason/,
    ],
    ['none would', [70_000, 82_000, 61_000, 69_000], /There can be an honest reason, such as a replaced odometer/],
    ['none does', [10_000, 18_000, 26_500], /^Each reading is in line/],
  ])('%s', (_name, miles, words) => {
    expect(mileageConsistencyText(yearly(...miles))).toMatch(words);
  });
});

describe('the likely mileage', () => {
  test('covers, for an odometer that was turned back, the missing miles and what it may have been driven meanwhile', () => {
    expect(likelyMileage(yearly(70_000, 82_000, 61_000, 69_000))).toEqual({
      day: '2018-05-01',
      low: 90_000,
      high: 102_000,
      how: 'We take the newest reading, 69,000, and add the 21,000 by which the readings go back. Up to 12,000 more for what it may have been driven between the two tests around the drop, at the most it was driven in a year: 12,000 miles.',
    });
  });

  test('is exact for an odometer that rolled over', () => {
    const old = [93_000, 98_500, 4_300, 10_000].map((miles, index) => motTestFixture(`${2015 + index}-05-01`, miles));
    expect(likelyMileage(mileageTimeline(old, '1989-05-01'))).toMatchObject({ low: 110_000, high: 110_000 });
  });

  test.each<[string, number[]]>([
    ['nothing is missing', [10_000, 18_000, 26_500]],
    ['the high reading is the only one before', [164_000, 72_000, 80_000]],
    ['a jump may be wrong itself', [20_000, 120_000, 90_000]],
    ['one reading too high, as if mistyped', [40_000, 50_000, 95_000, 63_000, 70_000]],
    ['one reading too low, as if mistyped', [40_000, 50_000, 60_000, 45_000, 65_000]],
    ['the newest too low', [62_000, 70_000, 7_800]],
    ['turned back and driven past it', [70_000, 82_000, 61_000, 83_000]],
    ['two readings, each as if mistyped', [60_000, 82_000, 61_000, 70_000, 50_000]],
    ['one test', [10_000]],
  ])('null: %s', (_name, miles) => {
    expect(likelyMileage(yearly(...miles))).toBeNull();
  });

  test('is not affected by a retest that repeats the low figure', () => {
    const days = ['2015-05-01', '2016-05-01', '2017-05-01', '2017-05-06'];
    const row = [70_000, 82_000, 61_000, 61_004].map((miles, index) => motTestFixture(days[index] ?? '', miles));
    expect(likelyMileage(mileageTimeline(row))).toBeNull();
  });

  test('is null for an odometer that may have rolled over at the newest test', () => {
    const old = [93_000, 98_500, 4_300].map((miles, index) => motTestFixture(`${2015 + index}-05-01`, miles));
    expect(likelyMileage(mileageTimeline(old, '1989-05-01'))).toBeNull();
  });

  test.each([null, '1989-05-01'])(
    'is the true mileage or null for a series with one mistyped reading (first used %s)',
    (firstUsed) => {
      const rows = fc
        .tuple(fc.integer({ min: 5, max: 90_000 }), fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2 }))
        .map(([start, years]) => years.reduce((row, driven) => [...row, (row.at(-1) ?? 0) + driven], [start]));
      fc.assert(
        fc.property(rows, fc.nat(20), fc.integer({ min: 0, max: 999_999 }), (row, at, typed) => {
          const typedRow = row.with(at % row.length, typed);
          const likely = likelyMileage(
            mileageTimeline(
              typedRow.map((miles, index) => motTestFixture(`${2010 + index}-05-01`, miles)),
              firstUsed,
            ),
          );
          const truly = row.at(-1) ?? 0;
          if (likely !== null) expect(likely.low <= truly && truly <= likely.high).toBe(true);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  test('for today is the newest reading and the slowest and fastest recent rate', () => {
    expect(expectedMileageToday(yearly(10_000, 20_000, 28_000), '2018-05-01')).toEqual({
      day: '2018-05-01',
      low: 36_000,
      high: 38_000,
      how: 'From 28,000 miles on 1 May 2017: between its latest readings it was driven 8,000 to 10,000 miles a year.',
    });
    expect(expectedMileageToday(yearly(10_000, 20_000), '2018-05-01')).toBeNull();
    expect(expectedMileageToday(yearly(10_000, 20_000, 28_000), '2022-05-01')).toBeNull();
    expect(expectedMileageToday(yearly(10_000, 20_000, 28_000), '2017-05-01')).toBeNull();
    expect(expectedMileageToday(yearly(10_000, 20_000, 28_000, 700_000), '2018-11-01')).toBeNull();
  });
});

describe('miles a year for its age', () => {
  const driven = (used: string | null, miles: number, setup: VehicleRecordSetup = {}) =>
    vehicleRecordFixture({
      ...setup,
      testing: {
        firstUsedDate: used,
        registrationDate: null,
        manufactureDate: null,
        tests: [motTestFixture('2026-05-01', miles)],
      },
    });
  test.each<[string, string | null, number, string | null]>([
    ['new cars are driven more', '2023-05-01', 31_000, 'usual'],
    ['ten years', '2016-05-01', 80_000, 'usual'],
    ['ten years, little', '2016-05-01', 40_000, 'below'],
    ['ten years, much', '2016-05-01', 120_000, 'above'],
    ['half a year', '2025-11-01', 9_000, null],
    ['first use unknown', null, 80_000, null],
    ['used after the reading', '2027-05-01', 80_000, null],
  ])('%s', (_name, used, miles, position) => {
    expect(mileageForAge(driven(used, miles))?.stands ?? null).toBe(position);
  });

  test('is stated with its figures', () => {
    expect(mileageForAge(driven('2016-05-01', 80_000))?.words).toBe(
      'About 8,000 miles a year since it was new: usual for its age. Cars of that age have averaged about 8,100.',
    );
  });

  test.each<[string, VehicleRecordSetup]>([
    ['a lorry', { licensing: { typeApproval: 'N3' } }],
    ['a van', { licensing: { typeApproval: 'N1' } }],
    ['a motorcycle', { licensing: { typeApproval: 'L3' } }],
    [
      'a motorcycle from before type approvals',
      { licensing: { typeApproval: null, wheelplan: '2 WHEEL' }, specification: { bodyStyle: null } },
    ],
    ['a motor caravan', { licensing: { typeApproval: null }, specification: { bodyStyle: 'MOTOR CARAVAN' } }],
  ])('%s has no norm', (_name, setup) => {
    expect(mileageForAge(driven('2016-05-01', 80_000, setup))).toBeNull();
  });

  test.each<[string, string, [day: string, miles: number][]]>([
    [
      'an odometer that rolled over',
      '1989-05-01',
      [
        ['2024-05-01', 93_000],
        ['2025-05-01', 98_500],
        ['2026-05-01', 4_300],
      ],
    ],
    [
      'a jump',
      '2010-05-01',
      [
        ['2025-05-01', 60_000],
        ['2026-05-01', 700_000],
      ],
    ],
    [
      'a swap of units',
      '2010-05-01',
      [
        ['2026-05-01', 80_467],
        ['2026-05-20', 50_010],
      ],
    ],
    [
      'readings that go back',
      '2010-05-01',
      [
        ['2025-05-01', 82_000],
        ['2026-05-01', 61_000],
      ],
    ],
  ])('is null for %s', (_name, firstUsedDate, readings) => {
    const tests = readings.map(([day, miles]) => motTestFixture(day, miles));
    const testing = { firstUsedDate, registrationDate: null, manufactureDate: null, tests };
    expect(mileageForAge(vehicleRecordFixture({ testing }))).toBeNull();
  });
});

describe('today’s odometer', () => {
  const steady = mileageTimeline([
    motTestFixture('2023-05-02', 30_000),
    motTestFixture('2024-05-01', 38_000),
    motTestFixture('2025-05-01', 46_500),
    motTestFixture('2026-05-01', 55_000),
  ]);
  test.each([
    [55_000, 'fits', /^0 miles more/],
    [55_700, 'fits', /^700 miles more than at its MOT test of 1 May 2026, 31 days ago \(55,000\)\.$/],
    [54_600, 'little-lower', /^400 miles lower/],
    [54_499, 'lower', /^501 miles lower/],
    [0, 'lower', /55,000 miles lower/],
    [58_000, 'more-than-usual', /at most 55,800\.$/],
    [999_999, 'too-high', /more than 60,000 a year/],
  ] as const)('%d: %s', (miles, state, words) => {
    const verdict = odometerVerdict(miles, { timeline: steady, today });
    expect(verdict.state).toBe(state);
    expect(verdict.words).toMatch(words);
  });

  test.each<[string, MileageTimeline, number, string]>([
    ['as before', steady, 63_500, 'fits'],
    ['a little less than before', steady, 62_000, 'fits'],
    ['far less than before', steady, 56_000, 'less-than-usual'],
    ['a mile', steady, 55_001, 'less-than-usual'],
    ['a mile since its only test', mileageTimeline([motTestFixture('2025-01-01', 80_000)]), 80_001, 'less-than-usual'],
    ['some since its only test', mileageTimeline([motTestFixture('2025-01-01', 80_000)]), 84_000, 'fits'],
    ['a mile within the year', mileageTimeline([motTestFixture('2027-01-01', 80_000)]), 80_001, 'fits'],
  ])('a year later, %s', (_name, timeline, miles, state) => {
    const verdict = odometerVerdict(miles, { timeline, today: '2027-05-01' });
    expect(verdict.state).toBe(state);
    if (state === 'less-than-usual') expect(verdict.next).toMatch(/^Ask the seller where it has been kept since/);
  });

  test('a mileage that the full check marks is never confirmed', () => {
    fc.assert(
      fc.property(arbitraryVehicle, fc.nat(200_000), ({ record, today: day }, miles) => {
        const timeline = mileageOfRecord(record);
        const newest = timeline?.points.at(-1)?.miles ?? 0;
        for (const odometer of [miles, newest, newest + 100]) {
          const { state, next } = odometerVerdict(odometer, { timeline, today: day, isMarked: true });
          expect(['fits', 'fits-newest', 'little-lower', 'nothing']).not.toContain(state);
          expect(next).not.toBeNull();
        }
      }),
      { numRuns: 200 },
    );
  });

  test('kilometres are suspected if they would match', () => {
    expect(odometerVerdict(89_000, { timeline: steady, today }).next).toBe(
      'Does the odometer show kilometres? 89,000 kilometres are 55,302 miles, and that would fit.',
    );
  });

  test('an odometer that matches a history with a drop is doubtful, with the likely mileage', () => {
    const clocked = yearly(70_000, 82_000, 61_000, 69_000);
    expect(odometerVerdict(72_000, { timeline: clocked, today: '2018-11-01' })).toMatchObject({
      state: 'fits-newest',
      next: 'It follows the latest reading only: the history itself goes backwards. The car has probably covered 93,000 to 105,000 miles.',
    });
  });

  test.each<[string, number[], number, RegExp]>([
    [
      'too high',
      [50_000, 60_000, 700_000],
      62_000,
      /^Its latest reading, 700,000 on 1 May 2017, is itself in doubt\. The one before is 60,000 on 1 May 2016: the odometer shows 2,000 miles more than that\.$/,
    ],
    ['too low', [70_000, 82_000, 61_000], 62_000, /20,000 miles less than that/],
    ['confirmed by nothing but itself', [70_000, 82_000, 61_000], 82_000, /as many as that/],
  ])('a newest reading that is itself doubtful gives no verdict: %s', (_name, miles, odometer, words) => {
    const verdict = odometerVerdict(odometer, { timeline: yearly(...miles), today: '2018-05-01' });
    expect(verdict.state).toBe('in-doubt');
    expect(verdict.words).toMatch(words);
    expect(verdict.next).not.toMatch(/walk away/);
  });

  test('a retest that repeats a doubted reading does not confirm it, but the next test does', () => {
    const row = [
      motTestFixture('2016-05-01', 60_000),
      motTestFixture('2017-05-01', 700_000),
      motTestFixture('2017-05-06', 700_010),
    ];
    expect(odometerVerdict(62_000, { timeline: mileageTimeline(row), today: '2018-01-01' }).state).toBe('in-doubt');
    const confirmed = mileageTimeline([...row, motTestFixture('2018-05-01', 705_000)]);
    expect(odometerVerdict(62_000, { timeline: confirmed, today: '2018-06-01' }).state).toBe('lower');
  });

  test('a five-digit odometer of an old car may have rolled over', () => {
    const tests = [motTestFixture('2024-05-01', 95_000), motTestFixture('2025-05-01', 99_600)];
    expect(odometerVerdict(400, { timeline: mileageTimeline(tests, '1989-05-01'), today: '2025-11-01' })).toMatchObject(
      {
        state: 'in-doubt',
        words: expect.stringMatching(/with 100,000 more it would fit\.$/),
      },
    );
    expect(odometerVerdict(60_000, { timeline: mileageTimeline(tests, '1989-05-01'), today: '2025-11-01' }).state).toBe(
      'lower',
    );
    expect(odometerVerdict(400, { timeline: mileageTimeline(tests, '2005-05-01'), today: '2025-11-01' }).state).toBe(
      'lower',
    );
  });

  test('only the newest reading contradicting the odometer is mentioned', () => {
    const tests = [motTestFixture('2024-05-01', 60_000), motTestFixture('2025-05-01', 95_000)];
    expect(odometerVerdict(69_000, { timeline: mileageTimeline(tests), today: '2025-11-01' })).toMatchObject({
      state: 'lower',
      next: expect.stringMatching(/It would fit the reading before, 60,000 on 1 May 2024/),
    });
  });

  test.each([null, mileageTimeline([]), mileageTimeline([motTestFixture('2026-05-01', null)])])(
    'without a reading there is nothing to compare (%#)',
    (timeline) => {
      expect(odometerVerdict(55_000, { timeline, today }).state).toBe('nothing');
    },
  );
});

test('for any record, bounds are in order, and every doubtful period has two readings', () => {
  fc.assert(
    fc.property(arbitraryVehicle, fc.nat(999_999), ({ record, today: day }, miles) => {
      const timeline = mileageOfRecord(record);
      expect(odometerVerdict(miles, { timeline, today: day }).words).not.toMatch(/NaN|undefined|Infinity|null/);
      expect(mileageForAge(record)?.words ?? '').not.toMatch(/NaN|undefined|Infinity/);
      if (timeline === null) return;
      const readings = timeline.points.map(({ day: on, miles: read }) => `${on} ${read}`);
      for (const { from, to, until } of findInconsistentReadings(timeline)) {
        expect(readings).toContain(`${from.day} ${from.miles}`);
        expect(readings).toContain(`${to.day} ${to.miles}`);
        expect(from.day <= to.day && to.day <= until).toBe(true);
      }
      for (const likely of [likelyMileage(timeline), expectedMileageToday(timeline, day)]) {
        if (likely !== null) expect(0 <= likely.low && likely.low <= likely.high).toBe(true);
      }
    }),
  );
});

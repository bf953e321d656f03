import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ColourChange, KeeperChange, PlateChange } from '../vehicle/record/vehicle-record.ts';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture } from '../testing/vehicle-records.ts';
import { addDays } from '../kernel/time/london-date.ts';
import { colourHistory } from './colour-history.ts';
import { cssColourOfName } from './css-colour-of-name.ts';
import { formatMonths, keeperHistory } from './keeper-history.ts';
import { changeCountText, mergeChanges } from './merge-changes.ts';
import { plateHistory } from './plate-history.ts';

const today = '2026-06-01';
const plate = (from: string | null, to: string | null, date: string | null): PlateChange => ({
  previousRegistration: from,
  currentRegistration: to,
  date,
});
const colour = (previousColour: string | null, date: string | null): ColourChange => ({ previousColour, date });
const keeper = (previousKeepers: number | null, date: string | null): KeeperChange => ({ previousKeepers, date });

describe('a count and its list', () => {
  test.each([
    [null, [], null],
    [0, [], 'No changes'],
    [1, ['2020-01-01'], '1 change'],
    [3, ['2020-01-01'], '3 changes, 1 with a date'],
    [3, [null, null], '3 changes, none with a date'],
    [1, [null], '1 change, without a date'],
    [1, ['2020-01-01', '2021-01-01'], '2 changes'],
    [null, ['2020-01-01'], '1 change'],
  ])('%j of %j is %j', (count, dates, words) => {
    expect(changeCountText(count, dates)).toBe(words);
  });
});

describe('plate changes of both lists', () => {
  const history = (inRecord: PlateChange[], inCheck: PlateChange[], counts: [number | null, number | null]) =>
    plateHistory(
      vehicleRecordFixture({ specification: { plateChanges: inRecord, plateChangeCount: counts[0] } }),
      fullCheckFixture({ vdi: { plateChanges: inCheck, plateChangeCount: counts[1] } }),
    );

  test('are merged, newest first, none twice', () => {
    const both = plate('KP08KPR', 'K1NGS', '2019-03-03');
    const { changes, count, words } = history(
      [both, plate('AB58XYZ', 'KP08KPR', '2015-01-01')],
      [
        plate('kp08 kpr', 'K1 NGS', '2019-03-10'),
        plate(null, 'AB58XYZ', null),
        plate('K1NGS', 'KP08KPR', '2023-07-07'),
      ],
      [2, 4],
    );
    expect(changes.map((change) => change.words)).toEqual([
      'Changed from K1 NGS to KP08 KPR on 7 July 2023',
      'Changed from KP08 KPR to K1 NGS on 3 March 2019',
      'Changed from AB58 XYZ to KP08 KPR on 1 January 2015',
      'Changed to AB58 XYZ, date not recorded',
    ]);
    expect([count, words]).toEqual([4, '4 changes, 3 with a date']);
  });

  test('a change that two lists date weeks apart is counted once if each list has one', () => {
    const [inRecord, inCheck] = [plate('K1NGS', 'AB12CDE', '2025-09-01'), plate('K1NGS', 'AB12CDE', '2025-10-15')];
    expect(history([inRecord], [inCheck], [1, 1])).toMatchObject({ count: 1, changes: [{ date: '2025-09-01' }] });
    expect(history([inRecord], [inCheck], [1, 2]).changes).toHaveLength(2);
  });

  test('two lists with the same count are never merged into more, unless they contradict each other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 6 }), fc.nat(60), (months, late) => {
        const named = (days: number) =>
          months
            .toSorted((a, b) => a - b)
            .map((month, index) =>
              plate(`A${index}`, `A${index + 1}`, addDays(`2024-${String(month + 1).padStart(2, '0')}-01`, days)),
            );
        expect(history(named(0), named(late), [months.length, months.length]).count).toBe(months.length);
      }),
    );
  });

  test('back and forth years apart are two changes', () => {
    const there = plate('A1', 'B2', '2015-01-01');
    const again = plate('A1', 'B2', '2020-01-01');
    expect(history([there], [again], [1, 1]).changes).toHaveLength(2);
  });

  test('changes that are counted but not listed are mentioned', () => {
    const { count, words, disagreement } = history([plate('A1', 'B2', '2015-01-01')], [], [3, 1]);
    expect([count, words]).toEqual([3, '3 changes, 1 with a date']);
    expect(disagreement).toBe('UK Vehicle Data’s vehicle record says 3; UK Vehicle Data’s full check says 1.');
  });

  test('no changes, and unknown ones', () => {
    expect(history([], [], [0, 0])).toMatchObject({ count: 0, words: 'No changes', changes: [], disagreement: null });
    expect(history([], [], [null, null])).toMatchObject({ count: null, words: null, changes: [] });
    expect(plateHistory(vehicleRecordFixture({ specification: 'timeout' }), null)).toMatchObject({
      count: null,
      why: 'UK Vehicle Data did not answer in time.',
    });
  });

  const anyChange = fc.record({
    previousRegistration: fc.constantFrom('A1', 'B2', null),
    currentRegistration: fc.constantFrom('A1', 'B2', null),
    date: fc.option(
      fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2012-01-01', days)),
      { nil: null },
    ),
  });
  const anyChanges = fc.array(
    anyChange.filter((change) => Object.values(change).some((value) => value !== null)),
    { maxLength: 8 },
  );

  test('a list merged with itself is unchanged, and nothing of either list is lost', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (first, second) => {
        expect(history(first, first, [null, null]).changes).toHaveLength(first.length);
        const merged = history(first, second, [null, null]);
        expect(merged.changes.length).toBeGreaterThanOrEqual(Math.max(first.length, second.length));
        expect(merged.changes.length).toBeLessThanOrEqual(first.length + second.length);
        expect(merged.count).toBe(first.length + second.length === 0 ? null : merged.changes.length);
        const dates = merged.changes.flatMap(({ date }) => date ?? []);
        expect(dates).toEqual(dates.toSorted().toReversed());
        for (const { date } of first) if (date !== null) expect(dates).toContain(date);
      }),
    );
  });
});

describe('colours', () => {
  const history = (changes: ColourChange[], latest: ColourChange | null, counts: [number | null, number | null]) =>
    colourHistory(
      vehicleRecordFixture({
        licensing: { colour: 'RED' },
        specification: { colourChanges: changes, colourChangeCount: counts[0] },
      }),
      fullCheckFixture({ vdi: { latestColourChange: latest, colourChangeCount: counts[1] } }),
    );

  test('are dated swatches, including the present one', () => {
    const { changes, present, words } = history(
      [colour('BLUE', '2019-03-03'), colour('ROSSO CORSA', '2015-01-01')],
      colour('Blue', '2019-03-03'),
      [2, 2],
    );
    expect(present).toMatchObject({ colour: 'Red', swatch: '#b3202a', words: 'Red now' });
    expect(changes).toEqual([
      { until: '2019-03-03', colour: 'Blue', swatch: '#2456a6', words: 'Blue until 3 March 2019' },
      { until: '2015-01-01', colour: 'Rosso corsa', swatch: null, words: 'Rosso corsa until 1 January 2015' },
    ]);
    expect(words).toBe('2 changes');
  });

  test('one without a name or a date still counts', () => {
    const { changes, count } = history([colour(null, '2019-03-03'), colour('BLUE', null)], null, [null, null]);
    expect(changes.map((change) => change.words)).toEqual([
      'Another colour, until 3 March 2019',
      'Blue, date not recorded',
    ]);
    expect(count).toBe(2);
  });

  test('before the full check only the present one is returned', () => {
    const record = vehicleRecordFixture({
      licensing: { colour: 'RED' },
      specification: { colourChanges: [colour('BLUE', '2019-03-03')], colourChangeCount: 1 },
    });
    expect(colourHistory(record, null)).toMatchObject({
      count: null,
      words: null,
      changes: [],
      present: { colour: 'Red' },
    });
    expect(colourHistory(record, fullCheckFixture()).changes).toHaveLength(1);
  });

  test('an empty entry is ignored', () => {
    expect(history([colour(' ', null)], colour(null, null), [null, null])).toMatchObject({ count: null, changes: [] });
  });

  test('a swatch is one of our own colours or null, for any text', () => {
    expect(cssColourOfName(' silver ')).toBe('#c0c4c8');
    for (const name of [
      'MULTICOLOURED',
      'RED/WHITE',
      'constructor',
      '__proto__',
      'red;background:url(//x)',
      '',
      null,
    ]) {
      expect(cssColourOfName(name)).toBeNull();
    }
  });
});

describe('keepers', () => {
  const history = (
    changes: KeeperChange[],
    more: { previousKeepers?: number | null; registered?: string | null } = {},
  ) =>
    keeperHistory({
      record: vehicleRecordFixture({
        specification: {
          keeperChanges: changes,
          previousKeepers: more.previousKeepers ?? null,
          lastKeeperChange: null,
          dateFirstRegistered: more.registered ?? null,
        },
        testing: { registrationDate: null, firstUsedDate: null },
      }),
      fullCheck: null,
      today,
    });

  test('have a number, a start and a length of ownership', () => {
    const { changes, count, previousKeepers, words } = history([keeper(2, '2023-04-01'), keeper(1, '2019-03-03')], {
      previousKeepers: 2,
      registered: '2017-06-14',
    });
    expect(changes.map((change) => change.words)).toEqual([
      'Keeper 3 since 1 April 2023, for 3 years 2 months',
      'Keeper 2 from 3 March 2019, for 4 years',
      'Keeper 1 from 14 June 2017, for 1 year 8 months',
    ]);
    expect([count, previousKeepers, words]).toEqual([2, 2, '2 changes']);
  });

  test('a gap in the numbers gives no length of ownership', () => {
    const { changes, words } = history([keeper(4, '2023-04-01'), keeper(1, '2019-03-03')], { previousKeepers: 4 });
    expect(changes.map(({ months }) => months)).toEqual([38, null]);
    expect(changes[1]?.words).toBe('Keeper 2 from 3 March 2019');
    expect(words).toBe('4 changes, 2 with a date');
  });

  test('the first keeper’s start, if listed, is neither a change nor duplicated', () => {
    const { changes, count } = history([keeper(1, '2019-03-03'), keeper(0, '2017-06-14')], {
      registered: '2017-06-14',
    });
    expect(changes.map(({ number }) => number)).toEqual([2, 1]);
    expect(count).toBe(1);
  });

  test('the latest change is added if the list lacks it, and only once', () => {
    const twice = keeperHistory({
      record: vehicleRecordFixture({
        specification: {
          keeperChanges: [keeper(1, '2019-03-03')],
          previousKeepers: 2,
          lastKeeperChange: '2023-04-01',
          dateFirstRegistered: null,
        },
        testing: { registrationDate: null, firstUsedDate: null },
      }),
      fullCheck: fullCheckFixture({ vdi: { latestKeeperChange: '2023-04-03', previousKeepers: 2 } }),
      today,
    });
    expect(twice.changes.map(({ since, number }) => [since, number])).toEqual([
      ['2023-04-01', 3],
      ['2019-03-03', 2],
    ]);
  });

  test.each([
    [
      'a number that both give',
      keeper(2, '2025-09-01'),
      { latestKeeperChange: '2025-10-15', previousKeepers: 2 },
      null,
    ],
    ['a day that its own source repeats', keeper(2, '2025-09-01'), { previousKeepers: 2 }, '2025-10-15'],
    ['a change without a number', keeper(null, '2025-09-01'), { latestKeeperChange: '2025-10-15' }, null],
  ])('%s is one change, regardless of how far apart its days are', (_name, latest, vdi, lastKeeperChange) => {
    const specification = { keeperChanges: [latest, keeper(1, '2024-01-01')], previousKeepers: 2, lastKeeperChange };
    const { changes, count } = keeperHistory({
      record: vehicleRecordFixture({ specification }),
      fullCheck: fullCheckFixture({ vdi }),
      today,
    });
    expect(changes.map(({ since }) => since)).toEqual(['2025-09-01', '2024-01-01', '2017-06-14']);
    expect(count).toBe(2);
  });

  test('a change that the check numbers differently is one, without a number', () => {
    const { changes, disagreement } = keeperHistory({
      record: vehicleRecordFixture({
        specification: { keeperChanges: [keeper(3, '2023-08-06')], previousKeepers: 3, lastKeeperChange: null },
      }),
      fullCheck: fullCheckFixture({ vdi: { latestKeeperChange: '2023-08-06', previousKeepers: 6 } }),
      today,
    });
    expect(changes.map(({ words }) => words)).toEqual([
      'A keeper since 6 August 2023, for 2 years 9 months',
      'Keeper 1 from 14 June 2017',
    ]);
    expect(disagreement).toBe('UK Vehicle Data’s vehicle record says 3; UK Vehicle Data’s full check says 6.');
  });

  test('a start in the future has no length', () => {
    expect(history([keeper(1, '2027-01-01')]).changes[0]).toMatchObject({ months: null });
  });

  test('40 keepers, without numbers or dates', () => {
    const { changes, count } = history(Array.from({ length: 40 }, () => keeper(null, '2020-01-01')));
    expect([changes.length, count]).toEqual([40, 40]);
    expect(changes[0]?.words).toBe('A keeper since 1 January 2020, for 6 years 5 months');
    expect(changes[39]?.words).toBe('A keeper from 1 January 2020');
  });

  test.each([
    [0, 'less than a month'],
    [1, '1 month'],
    [12, '1 year'],
    [26, '2 years 2 months'],
  ])('%i months is %s', (months, words) => {
    expect(formatMonths(months)).toBe(words);
  });
});

test('a change is merged with the closest match', () => {
  const merged = mergeChanges([keeper(null, '2020-01-01'), keeper(null, '2020-01-20')], [keeper(3, '2020-01-19')], {
    join: (a, b) => ({
      date: a.date,
      previousKeepers: b.previousKeepers,
    }),
  });
  expect(merged).toEqual([keeper(3, '2020-01-20'), keeper(null, '2020-01-01')]);
});

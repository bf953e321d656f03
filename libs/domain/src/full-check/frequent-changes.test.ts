import { describe, expect, test } from '@jest/globals';
import { fullCheckFixture } from '../testing/full-checks.ts';
import { vehicleRecordFixture } from '../testing/vehicle-records.ts';
import { frequentKeeperChanges, frequentPlateChanges } from './frequent-changes.ts';
import { freeVdiRows } from './vdi-rows.ts';
import type { KeeperChange, PlateChange, SpecificationData } from '../vehicle/record/vehicle-record.ts';

const today = '2026-06-01';
const noKeepers = { keeperChanges: [], previousKeepers: null, lastKeeperChange: null };
const keepers = (specification: Partial<SpecificationData>) =>
  frequentKeeperChanges({
    record: vehicleRecordFixture({ specification: { ...noKeepers, ...specification } }),
    fullCheck: null,
    today,
  });
const changes = (...days: (string | null)[]): KeeperChange[] =>
  days.map((date, index) => ({ date, previousKeepers: days.length - index }));

describe('keepers', () => {
  test.each<[string, Partial<SpecificationData>, object | null]>([
    ['two in five years', { keeperChanges: changes('2026-01-01', '2023-01-01') }, null],
    [
      'three in four years',
      { keeperChanges: changes('2026-01-01', '2024-01-01', '2022-01-01') },
      { count: 3, total: 3, from: '2022-01-01', to: '2026-01-01' },
    ],
    ['three in six years', { keeperChanges: changes('2026-01-01', '2023-01-01', '2020-01-01') }, null],
    ['three that ended long ago', { keeperChanges: changes('2012-01-01', '2011-01-01', '2010-01-01') }, null],
    [
      'the first keeper is no change',
      {
        keeperChanges: [...changes('2026-01-01', '2024-01-01'), { date: '2023-06-01', previousKeepers: 0 }],
      },
      null,
    ],
    [
      'with the number of all keepers',
      { previousKeepers: 9, keeperChanges: changes('2026-01-01', '2024-01-01', '2022-01-01') },
      { count: 3, total: 9 },
    ],
    [
      'nine in nine years without dates',
      { previousKeepers: 9 },
      { count: 9, total: 9, from: null, to: null, isForItsAge: true },
    ],
    ['nine in sixty years', { previousKeepers: 9, dateFirstRegistered: '1966-01-01' }, null],
    ['three in three years without dates', { previousKeepers: 3, dateFirstRegistered: '2023-06-01' }, null],
    ['dates that are missing', { previousKeepers: 2, keeperChanges: changes(null, null, null) }, null],
    ['forty', { previousKeepers: 40, keeperChanges: [] }, { count: 40 }],
  ])('%s', (_name, specification, expected) => {
    if (expected === null) expect(keepers(specification)).toBeNull();
    else expect(keepers(specification)).toMatchObject(expected);
  });

  test('six are many without a date of registration', () => {
    const unborn = { licensing: 'timeout', testing: 'timeout' } as const;
    const specification = { keeperChanges: [], dateFirstRegistered: null };
    const of = (previousKeepers: number) =>
      frequentKeeperChanges({
        record: vehicleRecordFixture({ ...unborn, specification: { ...specification, previousKeepers } }),
        fullCheck: null,
        today,
      });
    expect(of(5)).toBeNull();
    expect(of(6)).toMatchObject({ count: 6, isForItsAge: false });
  });

  test('the full check counts too', () => {
    const record = vehicleRecordFixture({ specification: 'timeout' });
    expect(
      frequentKeeperChanges({ record, fullCheck: fullCheckFixture({ vdi: { previousKeepers: 12 } }), today }),
    ).toMatchObject({
      count: 12,
    });
    expect(frequentKeeperChanges({ record, fullCheck: null, today })).toBeNull();
  });

  test('match the row: a change that only the full check dates counts, and the highest number', () => {
    const specification = { ...noKeepers, previousKeepers: 2, keeperChanges: changes('2024-01-01', '2022-01-01') };
    const record = vehicleRecordFixture({ specification });
    const fullCheck = fullCheckFixture({ vdi: { previousKeepers: 3, latestKeeperChange: '2026-01-01' } });
    expect(frequentKeeperChanges({ record, fullCheck: null, today })).toBeNull();
    expect(frequentKeeperChanges({ record, fullCheck, today })).toMatchObject({ count: 3, total: 3, to: '2026-01-01' });
    const row = freeVdiRows({ record, today, fullCheck }).find(({ label }) => label === 'Previous Keepers');
    expect(row?.value).toBe('3');
  });
});

test('an honest car has no finding if two sources date its latest changes weeks apart', () => {
  const specification = { ...noKeepers, previousKeepers: 2, keeperChanges: changes('2025-09-01', '2023-12-01') };
  const plateChange = { currentRegistration: 'AB12CDE', previousRegistration: 'K1NGS' };
  const record = vehicleRecordFixture({
    specification: {
      ...specification,
      plateChangeCount: 1,
      plateChanges: [{ ...plateChange, date: '2025-09-01' }],
    },
  });
  const vdi = {
    previousKeepers: 2,
    latestKeeperChange: '2025-10-15',
    plateChangeCount: 1,
    plateChanges: [{ ...plateChange, date: '2025-10-15' }],
  };
  expect(frequentKeeperChanges({ record, fullCheck: fullCheckFixture({ vdi }), today })).toBeNull();
  expect(frequentPlateChanges(record, fullCheckFixture({ vdi }))).toBeNull();
});

describe('plates', () => {
  const plates = (count: number | null, ...days: (string | null)[]) => {
    const plateChanges = days.map((date): PlateChange => ({
      date,
      currentRegistration: 'AB12CDE',
      previousRegistration: 'M7KPR',
    }));
    return frequentPlateChanges(
      vehicleRecordFixture({ specification: { plateChangeCount: count, plateChanges } }),
      null,
    );
  };
  test.each<[string, ReturnType<typeof plates>, object | null]>([
    ['one', plates(1, '2026-01-01'), null],
    ['two in two years', plates(2, '2026-01-01', '2024-01-01'), { count: 2, from: '2024-01-01', to: '2026-01-01' }],
    ['two in six years', plates(2, '2026-01-01', '2020-01-01'), null],
    ['two of unknown dates', plates(2), null],
    ['three in nine years', plates(3, '2025-01-01', '2021-01-01', '2016-01-01'), { count: 3, from: '2016-01-01' }],
    ['three, one of them dated', plates(3, '2025-01-01'), { count: 3, from: null, to: null }],
    ['a list without a count', plates(null, '2025-01-01', '2021-01-01', '2016-01-01'), { count: 3 }],
    ['none', plates(null), null],
  ])('%s', (_name, pace, expected) => {
    if (expected === null) expect(pace).toBeNull();
    else expect(pace).toMatchObject(expected);
  });

  test('match the row: each source may know changes that the other does not', () => {
    const change = (date: string, previousRegistration: string): PlateChange => ({
      date,
      currentRegistration: 'AB12CDE',
      previousRegistration,
    });
    const record = vehicleRecordFixture({
      specification: { plateChangeCount: 1, plateChanges: [change('2024-01-01', 'M7KPR')] },
    });
    const vdi = { plateChangeCount: 1, plateChanges: [change('2026-01-01', 'K1NGS')] };
    expect(frequentPlateChanges(record, null)).toBeNull();
    expect(frequentPlateChanges(record, fullCheckFixture({ vdi }))).toMatchObject({
      count: 2,
      from: '2024-01-01',
      to: '2026-01-01',
    });
  });
});

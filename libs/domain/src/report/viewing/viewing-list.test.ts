import { describe, expect, test } from '@jest/globals';
import { sampleFullCheck } from '../../full-check/sample-full-check.ts';
import { sampleRecord } from '../../vehicle/record/sample-record.ts';
import { fullCheckFixture } from '../../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '../../testing/vehicle-records.ts';
import { viewingList } from './viewing-list.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

const today = '2026-06-01';
const list = (setup: VehicleRecordSetup = {}, fullCheck: ReportInput['fullCheck'] = null) =>
  viewingList({ record: vehicleRecordFixture(setup), fullCheck, today });
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const check = (id: string, setup: VehicleRecordSetup = {}, fullCheck: ReportInput['fullCheck'] = null) =>
  list(setup, fullCheck).checks.find((item) => item.id === id);
const question = (id: string, setup: VehicleRecordSetup = {}, fullCheck: ReportInput['fullCheck'] = null) =>
  list(setup, fullCheck).questions.find((item) => item.id === `ask-${id}`);
const advisory = (text: string) => ({ type: 'ADVISORY' as const, text, dangerous: false });

describe('the sample', () => {
  const { checks, questions } = viewingList({ record: sampleRecord(today), fullCheck: sampleFullCheck(today), today });

  test('is listed by its findings, most harmful first', () => {
    expect(ids(checks)).toEqual([
      'written-off',
      'mileage',
      'vin',
      'dial',
      'v5c',
      'advised-nearside-rear-brake-pipe',
      'panels',
      'start',
      'drive',
      'tyres',
      'inside',
    ]);
    expect(ids(questions)).toEqual([
      'ask-written-off',
      'ask-finance',
      'ask-mileage',
      'ask-keepers',
      'ask-damage',
      'ask-owner',
      'ask-service',
    ]);
  });

  test('gives a reason for each item, with the datum', () => {
    const why = (id: string) => checks.find((item) => item.id === id)?.why;
    expect(why('written-off')).toMatch(/^An insurer wrote it off on 1 July 2024, category S/);
    expect(why('mileage')).toMatch(/47,200 miles lower than a year before \(94,870, then 47,670\)\.$/);
    expect(why('advised-nearside-rear-brake-pipe')).toMatch(
      /^Advised at 4 MOTs in a row, from 1 January 2023 to 1 January 2026: “Nearside Rear Brake pipe corroded/,
    );
    expect(why('dial')).toBe('Its latest reading is 56,120 miles, at the MOT test of 1 January 2026.');
    expect(checks.find(({ id }) => id === 'mileage')?.text).toMatch(
      /Compare its wear with 103,300 to 1\d\d,\d00 miles/,
    );
    expect(questions.find(({ id }) => id === 'ask-finance')?.text).toMatch(/ring EXAMPLE FINANCE LTD on 020 7946 0321/);
  });
});

describe('each reason', () => {
  test.each<[string, string, VehicleRecordSetup, RegExp]>([
    ['the V5C’s date', 'v5c', { licensing: { dateOfLastV5CIssued: '2024-04-01' } }, /latest V5C on 1 April 2024/],
    ['the VIN', 'vin', {}, /VIN ends in 00000/],
    ['years', 'age', { specification: { dateFirstRegistered: '2008-03-01' } }, /1 March 2008, 18 years ago/],
    [
      'electricity',
      'battery',
      {
        licensing: { fuelType: 'ELECTRICITY', engineCapacity: null },
        testing: { fuelType: 'Electric', engineSize: null },
        specification: { fuelType: 'ELECTRIC', engineCapacity: null },
      },
      /It is electric/,
    ],
    ['a SORN', 'sorn', { licensing: { taxStatus: 'SORN' }, specification: { taxStatus: 'SORN' } }, /off the road/],
    ['an import', 'imported', { specification: { imported: true } }, /It was imported/],
    [
      'a dangerous defect',
      'dangerous-defect',
      {
        testing: {
          tests: [
            motTestFixture('2026-05-01', 50_000, {
              result: 'FAILED',
              defects: [{ type: 'DANGEROUS', text: 'Brake pipe leaking (1.1.11 (a))', dangerous: true }],
            }),
          ],
        },
      },
      /dangerous defect: “Brake pipe leaking”/,
    ],
    [
      'an advisory that came once',
      'advised-offside-front-tyre',
      {
        testing: {
          tests: [motTestFixture('2026-05-01', 50_000, { defects: [advisory('Offside Front Tyre worn (5.2.3 (e))')] })],
        },
      },
      /^Advised at its MOT of 1 May 2026: “Offside Front Tyre worn”/,
    ],
  ])('%s', (_name, id, setup, why) => {
    const item = check(id, setup);
    expect(item).toMatchObject({ of: 'this-car', from: { at: expect.any(String) } });
    expect(item?.why).toMatch(why);
  });

  test.each<[string, string, VehicleRecordSetup, RegExp]>([
    ['a recall', 'recall', { testing: { hasOutstandingRecall: 'Yes' } }, /safety recall/],
    [
      'an MOT that ends soon',
      'mot-due',
      { licensing: { motExpiryDate: '2026-06-10' }, testing: { tests: [] } },
      /ends in 9 days/,
    ],
    [
      'a keeper of two months',
      'short-stay',
      {
        specification: {
          previousKeepers: 1,
          lastKeeperChange: '2026-04-01',
          keeperChanges: [{ date: '2026-04-01', previousKeepers: 1 }],
        },
      },
      /since 1 April 2026, for 2 months/,
    ],
    [
      'a plate change without details',
      'plates',
      { specification: { plateChangeCount: 1 } },
      /Its plate was changed once/,
    ],
  ])('%s is asked about', (_name, id, setup, why) => {
    expect(question(id, setup)?.why).toMatch(why);
    expect(question(id)).toBeUndefined();
  });

  test('the advisories of a test in Northern Ireland are asked for', () => {
    const tests = [motTestFixture('2026-01-10', 50_000, { dataSource: 'DVA NI' })];
    expect(question('advised', { testing: { tests } })?.why).toBe(
      'The record does not list the advisories of its last test.',
    );
  });

  test('the kind of loss decides where to look', () => {
    const lossOf = (category: string) =>
      check(
        'written-off',
        {},
        fullCheckFixture({
          vdi: {
            writtenOff: true,
            writeOffCount: 1,
            writeOffs: [{ lossDate: '2024-01-02', enteredOn: null, lossType: null, category }],
          },
        }),
      )?.text;
    expect(lossOf('S')).toMatch(/on a ramp/);
    expect(lossOf('N')).toMatch(/besides the structure/);
    expect(lossOf('B')).toMatch(/^Do not buy it/);
    expect(check('written-off', {}, fullCheckFixture())).toBeUndefined();
  });
});

test.each<[string, [string, number][], RegExp, RegExp]>([
  [
    'stands',
    [
      ['2025-05-01', 50_000],
      ['2026-05-01', 60_000],
    ],
    /should not show less than 60,000/,
    /latest reading is 60,000 miles/,
  ],
  [
    'is itself in doubt',
    [
      ['2025-05-01', 60_000],
      ['2026-05-01', 700_000],
    ],
    /compare it with the service book/,
    /700,000 miles on 1 May 2026, is itself in doubt: before it was 60,000 on 1 May 2025\.$/,
  ],
])('the odometer if the newest reading %s', (_name, readings, text, why) => {
  const item = check('dial', { testing: { tests: readings.map(([day, miles]) => motTestFixture(day, miles)) } });
  expect(item?.text).toMatch(text);
  expect(item?.why).toMatch(why);
});

describe('a car without any data', () => {
  const nothing = { licensing: 'timeout', testing: 'not-held', specification: 'timeout' } as const;

  test('gets the items for every car', () => {
    const { checks, questions } = list(nothing);
    expect(ids(checks)).toEqual(['vin', 'v5c', 'dial', 'panels', 'start', 'drive', 'tyres', 'inside']);
    expect(ids(questions)).toEqual(['ask-finance', 'ask-damage', 'ask-owner', 'ask-service']);
    expect([...checks, ...questions].every(({ of, from }) => of === 'every-car' && from === null)).toBe(true);
  });

  test('keeps its ids when its record arrives', () => {
    const before = ids(list(nothing).checks).slice(0, 3);
    const after = list();
    expect(ids(after.checks).slice(0, 3).toSorted()).toEqual(before.toSorted());
    expect(after.checks.slice(0, 2).every(({ of }) => of === 'this-car')).toBe(true);
  });
});

describe('another kind of vehicle', () => {
  const old: VehicleRecordSetup = {
    specification: { imported: true, dateFirstRegistered: '2008-03-01', bodyStyle: null, taxStatus: 'SORN' },
  };
  const ofKind = (typeApproval: string, check: ReportInput['fullCheck'] = null) =>
    viewingList({
      record: vehicleRecordFixture({ ...old, licensing: { typeApproval, taxStatus: 'SORN' } }),
      fullCheck: check,
      today,
    }).checks;
  const onlyCars = /1\.6 mm|windscreen|door|boot|carpet|sill|pedal|steering wheel|bonnet|headlamp/i;

  test('a motorcycle gets no item that applies to cars only', () => {
    const written = fullCheckFixture({
      vdi: {
        writtenOff: true,
        writeOffCount: 1,
        writeOffs: [{ lossDate: '2024-01-02', enteredOn: null, lossType: null, category: 'S' }],
      },
    });
    const checks = ofKind('L3', written).filter(({ id }) => !id.startsWith('advised-'));
    expect(ids(checks)).toEqual(expect.arrayContaining(['written-off', 'imported', 'sorn', 'vin', 'tyres', 'inside']));
    expect(checks.filter(({ text }) => onlyCars.test(text)).map(({ text }) => text)).toEqual([]);
  });

  test('a loss that ends its life on the road is shown for every kind of vehicle', () => {
    const lost = fullCheckFixture({
      vdi: {
        writtenOff: true,
        writeOffCount: 1,
        writeOffs: [{ lossDate: '2024-01-02', enteredOn: null, lossType: null, category: 'B' }],
      },
    });
    expect(ofKind('L3', lost).find(({ id }) => id === 'written-off')?.text).toMatch(/^Do not buy it/);
  });

  test.each([
    ['M1', true],
    ['N1', false],
    ['N3', false],
    ['L3', false],
  ])('%s: the legal tread depth of cars is shown: %p', (typeApproval, isShown) => {
    expect(ofKind(typeApproval).some(({ text }) => text.includes('1.6 mm'))).toBe(isShown);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MotDefect } from '../record/vehicle-record.ts';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { partOfAdvisory } from './part-of-advisory.ts';
import { motHistory } from './mot-history.ts';
import { nextMotDueDate } from '../../report/next-mot.ts';
import { recurringAdvisories } from './recurring-advisories.ts';
import { motTestsAtQueryTime } from './mot-tests-up-to.ts';

const advisory = (text: string): MotDefect => ({ type: 'ADVISORY', text, dangerous: false });
const failed = { result: 'FAILED' } as const;

describe('first-time passes', () => {
  test('a test and its re-tests are one MOT, and a pass at the re-test is not a first-time pass', () => {
    const {
      mots,
      passedFirstTime,
      passed,
      failed: fails,
    } = motHistory([
      motTestFixture('2026-05-01', 4),
      motTestFixture('2025-05-05', 3),
      motTestFixture('2025-05-01', 3, failed),
      motTestFixture('2024-05-01', 2),
      motTestFixture('2024-05-01', 2, { ...failed, completedAt: '2024-05-01T10:00:00.000Z' }),
    ]);
    expect({ mots, passedFirstTime, passed, fails }).toEqual({ mots: 3, passedFirstTime: 1, passed: 3, fails: 2 });
  });

  test('none', () => {
    expect(motHistory([])).toMatchObject({ mots: 0, passedFirstTime: 0, passRate: null });
  });
});

test.each([
  ['Nearside Front Tyre worn close to legal limit/worn on edge', '5.2.3 (e)', 'Nearside front tyre'],
  ['NSR tyre worn', '5.2.3 (e)', 'Nearside rear tyre'],
  [
    'Front Brake disc worn, pitted or scored, but not seriously weakened both',
    '1.1.14 (a) (ii)',
    'Front brake disc, both sides',
  ],
  ['Rear Brake pipe corroded, covered in grease or other material', '1.1.11 (c)', 'Rear brake pipe'],
  ['Offside Rear Inner sill corroded', '6.1.1 (c) (i)', 'Offside rear inner sill'],
  ['Nearside Front Upper Suspension arm bush worn', '5.3.4 (a) (i)', 'Nearside front upper suspension arm'],
  ['Oil leak, but not excessive', '8.4.1 (a) (i)', 'Oil leak'],
  [
    'Vehicle structure is corroded but structural rigidity is not significantly reduced',
    '6.1.1 (c)',
    'Body or structure',
  ],
  ['Something without a name', null, 'Something without a name'],
])('%s is about: %s %s', (words, reference, part) => {
  expect(partOfAdvisory(words, reference, '2026-05-01')).toBe(part);
});

test('repeats are named by part and side, each series once, those of the newest MOT first', () => {
  const tyre = advisory('Nearside Front Tyre worn close to legal limit (5.2.3 (e))');
  const pads = advisory('Front Brake pad(s) wearing thin (1.1.13 (a) (ii))');
  const parts = recurringAdvisories(
    motHistory([
      motTestFixture('2026-05-01', 6, { defects: [tyre] }),
      motTestFixture('2025-05-01', 5, { defects: [tyre] }),
      motTestFixture('2024-05-01', 4, { defects: [] }),
      motTestFixture('2023-05-01', 3, { defects: [pads] }),
      motTestFixture('2022-05-01', 2, { defects: [pads] }),
      motTestFixture('2021-05-01', 1, { defects: [pads] }),
    ]),
  );
  expect(parts).toMatchObject([
    { part: 'Nearside front tyre', motsInARow: 2, from: '2025-05-01', to: '2026-05-01', isCurrent: true },
    { part: 'Front brake pads', motsInARow: 3, from: '2021-05-01', to: '2023-05-01', isCurrent: false },
  ]);
});

describe('the next MOT', () => {
  const today = '2026-06-01';
  const newCar = (setup: VehicleRecordSetup = {}): VehicleRecordSetup => ({
    ...setup,
    licensing: {
      motStatus: 'No details held by DVLA',
      motExpiryDate: null,
      typeApproval: 'M1',
      monthOfFirstRegistration: '2024-03',
      ...(setup.licensing as object),
    },
    testing: {
      tests: [],
      motTestDueDate: null,
      registrationDate: '2024-03-10',
      firstUsedDate: null,
      ...(setup.testing as object),
    },
    specification: { dateFirstRegistered: '2024-03-10', ...(setup.specification as object) },
  });
  const rulesOf = (setup: VehicleRecordSetup, on = today) =>
    nextMotDueDate({ record: vehicleRecordFixture(setup), fullCheck: null, today: on })?.rules.map(
      ({ id, applies, date }) => [id, applies, date],
    );

  test.each<[string, VehicleRecordSetup, unknown]>([
    [
      'a new car',
      newCar(),
      [
        ['three-years', 'yes', '2027-03-09'],
        ['early', 'yes', '2027-02-10'],
      ],
    ],
    [
      'DVSA gives the day',
      newCar({ testing: { motTestDueDate: '2027-03-09' } }),
      [
        ['dvsa-first', 'yes', '2027-03-09'],
        ['three-years', 'yes', '2027-03-09'],
        ['early', 'yes', '2027-02-10'],
      ],
    ],
    [
      'a plate of Northern Ireland',
      newCar({ registration: 'MNZ4827' }),
      [
        ['three-years', 'perhaps', '2027-03-09'],
        ['four-years', 'perhaps', '2028-03-09'],
        ['early', 'yes', '2027-02-10'],
      ],
    ],
    [
      'a taxi',
      newCar({ specification: { bodyStyle: 'TAXI' } }),
      [
        ['three-years', 'yes', '2027-03-09'],
        ['one-year', 'perhaps', '2025-03-09'],
        ['early', 'yes', '2027-02-10'],
      ],
    ],
    ['a bus', newCar({ licensing: { typeApproval: 'M3' } }), [['one-year', 'yes', '2025-03-09']]],
    [
      'a certificate',
      { licensing: { motExpiryDate: '2027-05-15' } },
      [
        ['certificate', 'yes', '2027-05-15'],
        ['early', 'yes', '2027-04-16'],
      ],
    ],
    [
      'over forty',
      {
        ...newCar({ licensing: { monthOfFirstRegistration: '1980-03' } }),
        specification: 'not-held',
        testing: 'not-held',
      },
      [['over-forty', 'perhaps', null]],
    ],
    [
      'a lorry over forty',
      {
        ...newCar({ licensing: { monthOfFirstRegistration: '1980-03', revenueWeight: 7_500 } }),
        specification: 'not-held',
        testing: 'not-held',
      },
      [['over-forty', 'perhaps', null]],
    ],
    ['nothing known', { licensing: 'timeout', testing: 'timeout', specification: 'timeout' }, []],
    ['scrapped', { specification: { scrapped: true } }, undefined],
  ])('%s', (_name, setup, rules) => {
    expect(rulesOf(setup)).toEqual(rules);
  });
});

test('for any record, every repeat spans at least two MOTs and every rule has a text', () => {
  fc.assert(
    fc.property(arbitraryVehicle, ({ record, fullCheck, today }) => {
      const history = motHistory(motTestsAtQueryTime(record.testing));
      expect(history.passedFirstTime).toBeLessThanOrEqual(history.mots);
      for (const { from, to, motsInARow, part } of recurringAdvisories(history)) {
        expect(motsInARow).toBeGreaterThan(1);
        expect(from <= to).toBe(true);
        expect(part).not.toBe('');
      }
      for (const { words } of nextMotDueDate({ record, fullCheck, today })?.rules ?? []) {
        expect(words).not.toMatch(/NaN|undefined|Invalid/);
      }
    }),
  );
});

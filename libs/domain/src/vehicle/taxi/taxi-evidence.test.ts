import { describe, expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { taxiEvidence } from './taxi-evidence.ts';

const noted = (text: string): VehicleRecordSetup => ({
  testing: {
    tests: [motTestFixture('2025-05-01', 9_000, { defects: [{ type: 'USER ENTERED', text, dangerous: false }] })],
  },
});
const kinds = (setup: VehicleRecordSetup) => taxiEvidence(vehicleRecordFixture(setup)).map(({ kind }) => kind);

test('a test with a future date is not evidence', () => {
  const future = { defects: [{ type: 'USER ENTERED' as const, text: 'Taxi plate fitted', dangerous: false }] };
  expect(kinds({ testing: { tests: [motTestFixture('2027-05-01', 9_000, future)] } })).toEqual([]);
  const yearly = ['2025-05-01', '2027-05-01'].map((day) => motTestFixture(day, 9));
  expect(kinds({ testing: { firstUsedDate: '2024-05-01', tests: yearly } })).toEqual([]);
});

describe("testers' notes", () => {
  test.each([
    'Roof sign and meter bracket fitted at time of test',
    'taximeter fitted',
    'Taxi meter fitted',
    'Vehicle used as TAXI',
    'Hackney carriage plate on rear',
    'private hire vehicle',
    'Council licence plate on bumper',
    'Licence plate bracket obscures lamp',
  ])('%s is evidence', (text) => {
    expect(taxiEvidence(vehicleRecordFixture(noted(text)))).toEqual([
      expect.objectContaining({
        kind: 'tester-note',
        date: '2025-05-01',
        text: `A tester noted: “${text}”.`,
        source: 'DVSA',
      }),
    ]);
  });

  test.each([
    'Speedometer illumination faulty',
    'Tread depth meter reading 1.7 mm',
    'Rear registration plate lamp inoperative (4.7.1 (b) (i))',
    'Rear licence plate lamp not working',
    'Number plate bracket insecure',
    'Not a taxi',
    'never used as a taxi',
    'Non-taxi inspection',
    'Roof bars fitted',
  ])('%s is not evidence', (text) => {
    expect(kinds(noted(text))).toEqual([]);
  });

  test('a long note is shortened', () => {
    const [evidence] = taxiEvidence(vehicleRecordFixture(noted(`Taxi ${'plate fitted '.repeat(60)}`)));
    expect(evidence?.text.length).toBeLessThan(120);
  });
});

test.each([
  ['TAXI', ['body-type']],
  ['London Taxi', ['body-type']],
  ['HACKNEY', ['body-type']],
  ['ESTATE', []],
  [null, []],
])('body type %s', (bodyStyle, expected) => {
  expect(kinds({ specification: { bodyStyle } })).toEqual(expected);
});

describe('yearly tests', () => {
  const used = { firstUsedDate: '2017-06-14', registrationDate: null, manufactureDate: null };
  const tested = (...days: string[]): VehicleRecordSetup => ({
    testing: { ...used, tests: days.map((day, index) => motTestFixture(day, 1_000 * index)) },
  });
  const yearly = ['2018-06-10', '2019-06-08', '2020-06-12'];

  test.each<[string, VehicleRecordSetup, string[]]>([
    ['from the first year on', tested(...yearly), ['yearly-tests']],
    ['from the third year on', tested('2020-06-10', '2021-06-08'), []],
    ['one early test, then none for years', tested('2018-06-10', '2020-06-12'), []],
    ['a test and its re-test', tested('2018-06-10', '2018-06-14', '2020-06-12'), []],
    ['a first test in the second year', tested('2019-01-10', '2020-01-08'), []],
    ['an import', { ...tested(...yearly), specification: { imported: true } }, []],
    ['a bus', { ...tested(...yearly), licensing: { typeApproval: 'M3' } }, []],
    [
      'a lorry',
      {
        testing: {
          ...used,
          tests: yearly.map((day, index) => motTestFixture(day, 1_000 * index, { dataSource: 'CVS' })),
        },
      },
      [],
    ],
    ['first use unknown', { testing: { ...(tested(...yearly).testing as object), firstUsedDate: null } }, []],
  ])('%s', (_name, setup, expected) => {
    expect(kinds(setup)).toEqual(expected);
  });

  test('are dated by the second of them', () => {
    expect(taxiEvidence(vehicleRecordFixture(tested(...yearly)))).toMatchObject([
      { date: '2019-06-08', source: 'DVSA' },
    ]);
  });
});

test('unavailable sources give no evidence', () => {
  expect(kinds({ testing: 'timeout', specification: 'timeout' })).toEqual([]);
  expect(kinds({})).toEqual([]);
});

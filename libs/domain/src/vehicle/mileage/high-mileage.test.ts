import { expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { averageMilesPerYear, highMileage } from './high-mileage.ts';

const used = { firstUsedDate: '2016-05-01', registrationDate: null, manufactureDate: null };
const driven = (...readings: [day: string, miles: number][]): VehicleRecordSetup => ({
  testing: { ...used, tests: readings.map(([day, miles]) => motTestFixture(day, miles)) },
});
const twice = 2 * averageMilesPerYear;

test.each<[string, VehicleRecordSetup, object | null]>([
  ['the average', driven(['2026-05-01', 10 * averageMilesPerYear]), null],
  ['just below twice the average', driven(['2026-05-01', 10 * twice - 100]), null],
  [
    'twice the average',
    driven(['2026-05-01', 10 * twice + 100]),
    { miles: 142_780, day: '2026-05-01', milesPerYear: 14_280 },
  ],
  ['much in a first half-year', driven(['2016-11-01', 20_000]), null],
  ['mileage that goes back', driven(['2025-05-01', 300_000], ['2026-05-01', 200_000]), null],
  ['a wrong last reading', driven(['2024-05-01', 60_000], ['2025-05-01', 68_000], ['2026-05-01', 760_000]), null],
  [
    'first use unknown',
    { testing: { ...(driven(['2026-05-01', 400_000]).testing as object), firstUsedDate: null } },
    null,
  ],
  ['a motorcycle', { ...driven(['2026-05-01', 300_000]), licensing: { typeApproval: 'L3' } }, null],
  ['a van', { ...driven(['2026-05-01', 300_000]), licensing: { typeApproval: 'N1' } }, null],
  ['a lorry', { ...driven(['2026-05-01', 700_000]), licensing: { typeApproval: 'N3' } }, null],
  ['no test', driven(), null],
  ['no answer', { testing: 'timeout' }, null],
])('%s', (_name, setup, expected) => {
  if (expected === null) expect(highMileage(vehicleRecordFixture(setup))).toBeNull();
  else expect(highMileage(vehicleRecordFixture(setup))).toEqual(expected);
});

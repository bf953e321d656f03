import { expect, it } from '@jest/globals';
import { vehicleRecordFixture } from '../testing/vehicle-records.ts';
import { savedVehicleColumnsOf } from './saved-report.ts';

const today = '2026-06-01';

it('saves what the sources know, DVLA before the others', () => {
  const record = vehicleRecordFixture({
    today,
    licensing: { make: 'FORD', yearOfManufacture: 2012, taxDueDate: '2026-12-01', dateOfLastV5CIssued: '2020-02-02' },
    specification: {
      make: 'Ford Motor',
      model: 'FOCUS',
      seats: 5,
      bhp: null,
      powerKw: 74,
      dateFirstRegistered: '2012-06-02',
    },
  });
  expect(savedVehicleColumnsOf(record, today)).toMatchObject({
    vehicleMake: 'FORD',
    vehicleModel: 'FOCUS',
    vehicleYear: 2012,
    seats: 5,
    bhp: 99,
    vehicleAge: 13,
    taxExpiry: '2026-12-01',
    lastVscDate: '2020-02-02',
  });
});

it('leaves null what no source knows', () => {
  const record = vehicleRecordFixture({ licensing: 'not-held', testing: 'timeout', specification: 'not-held' });
  expect(new Set(Object.values(savedVehicleColumnsOf(record, today)))).toEqual(new Set([null]));
});

it.each([
  ['a year before cars', { licensing: { yearOfManufacture: 1066 } }, { vehicleYear: null }],
  [
    'a size of zero',
    { licensing: { engineCapacity: 0 }, specification: { engineCapacity: 0 }, testing: { engineSize: null } },
    { engineSize: null },
  ],
  ['no seats', { specification: { seats: 0 } }, { seats: null }],
  ['a VIN of other signs', { specification: { vinLast5: 'ab-1' } }, { vinLast5: null }],
  ['blank text', { specification: { transmission: '  ' } }, { transmission: null }],
])('reads %s as unknown', (_what, setup, saved) => {
  expect(savedVehicleColumnsOf(vehicleRecordFixture(setup), today)).toMatchObject(saved);
});

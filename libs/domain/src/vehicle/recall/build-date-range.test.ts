import { vehicleRecordFixture } from '../../testing/vehicle-records.ts';
import { vehicleBuildDateRange } from './build-date-range.ts';

const dates = { manufactureDate: null, firstUsedDate: null, registrationDate: null };

test.each([
  ['the day it was made', { manufactureDate: '2018-03-05' }, 2018, { from: '2018-03-05', until: '2018-03-05' }],
  ['a day for a whole year', { manufactureDate: '2018-12-31' }, 2018, { from: '2018-01-01', until: '2018-12-31' }],
  ['its first use and its year', { firstUsedDate: '2018-03-05' }, 2018, { from: '2018-01-01', until: '2018-03-05' }],
  ['its first use a year later', { firstUsedDate: '2019-03-05' }, 2018, { from: '2018-01-01', until: '2018-12-31' }],
  ['its first use alone', { firstUsedDate: '2018-03-05' }, null, { from: '2017-03-05', until: '2018-03-05' }],
  ['its year alone', {}, 2018, { from: '2018-01-01', until: '2018-12-31' }],
  ['nothing', {}, null, null],
])('a car is dated by %s', (_, testing, yearOfManufacture, expected) => {
  expect(
    vehicleBuildDateRange(
      vehicleRecordFixture({ testing: { ...dates, ...testing }, licensing: { yearOfManufacture } }),
    ),
  ).toEqual(expected);
});

test('a car is dated by one register if the other has no date', () => {
  expect(
    vehicleBuildDateRange(vehicleRecordFixture({ testing: 'timeout', licensing: { yearOfManufacture: 2018 } })),
  ).toEqual({
    from: '2018-01-01',
    until: '2018-12-31',
  });
  expect(vehicleBuildDateRange(vehicleRecordFixture({ testing: 'timeout', licensing: 'not-held' }))).toBeNull();
});

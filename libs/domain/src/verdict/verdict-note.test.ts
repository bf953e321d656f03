import { describe, expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../testing/vehicle-records.ts';
import { verdictNote } from './verdict-note.ts';

const noteOf = (setup: VehicleRecordSetup = {}) =>
  verdictNote({ record: vehicleRecordFixture(setup), fullCheck: null, today: '2026-06-01' });

describe('the note', () => {
  const electric: VehicleRecordSetup = {
    licensing: { fuelType: 'ELECTRICITY', engineCapacity: null, co2Emissions: 0 },
    testing: { fuelType: 'Electric', engineSize: null },
    specification: { fuelType: 'ELECTRICITY', engineCapacity: null },
  };
  test.each<[string, VehicleRecordSetup, RegExp | null]>([
    ['of an import says what differs', { specification: { imported: true } }, /^An import is lawful\. What differs: /],
    ['of an electric car is about its battery', electric, /battery health report/],
    [
      'of an old diesel names the zones that charge it',
      {
        licensing: {
          fuelType: 'DIESEL',
          euroStatus: 'EURO 4',
          typeApproval: 'M1',
          yearOfManufacture: 2008,
          monthOfFirstRegistration: '2008-05',
        },
        testing: { firstUsedDate: '2008-05-10', registrationDate: '2008-05-10', fuelType: 'Diesel' },
        specification: { fuelType: 'DIESEL', euroStatus: null, dateFirstRegistered: '2008-05-10' },
      },
      /^You would pay for each day of driving in London \(ULEZ\), Birmingham and Bristol; it may not be driven in the zones of Aberdeen/,
    ],
    [
      'of a scrapped car is none',
      { ...electric, specification: { ...(electric.specification as object), scrapped: true } },
      null,
    ],
  ])('%s', (_name, setup, note) => {
    if (note === null) expect(noteOf(setup)).toBeNull();
    else expect(noteOf(setup)).toMatch(note);
  });
});

test('the note on mileage that goes back gives the likely mileage; other cars have none', () => {
  const tests = [
    motTestFixture('2022-05-01', 70_000),
    motTestFixture('2023-05-01', 108_200),
    motTestFixture('2024-05-01', 61_000),
    motTestFixture('2025-05-01', 69_000),
  ];
  expect(noteOf({ testing: { tests } })).toBe(
    'It has probably covered 116,200 to 154,600 miles by its test of 1 May 2025.',
  );
  expect(noteOf()).toBeNull();
});

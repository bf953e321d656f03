import { describe, expect, test } from '@jest/globals';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../testing/vehicle-records.ts';
import { verdictNotes } from './verdict-notes.ts';

const notesOf = (setup: VehicleRecordSetup = {}) =>
  verdictNotes({ record: vehicleRecordFixture(setup), fullCheck: null, today: '2026-06-01' });

const oldDiesel: VehicleRecordSetup = {
  licensing: {
    fuelType: 'DIESEL',
    euroStatus: 'EURO 4',
    typeApproval: 'M1',
    yearOfManufacture: 2008,
    monthOfFirstRegistration: '2008-05',
  },
  testing: { firstUsedDate: '2008-05-10', registrationDate: '2008-05-10', fuelType: 'Diesel' },
  specification: { fuelType: 'DIESEL', euroStatus: null, dateFirstRegistered: '2008-05-10' },
};
const goesBack = [
  motTestFixture('2022-05-01', 70_000),
  motTestFixture('2023-05-01', 108_200),
  motTestFixture('2024-05-01', 61_000),
  motTestFixture('2025-05-01', 69_000),
];

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
      oldDiesel,
      /^You would pay for each day of driving in London \(ULEZ\), Birmingham and Bristol; it may not be driven in the zones of Aberdeen/,
    ],
    [
      'of a scrapped car is none',
      { ...electric, specification: { ...(electric.specification as object), scrapped: true } },
      null,
    ],
  ])('%s', (_name, setup, note) => {
    expect(notesOf(setup)).toEqual(note === null ? [] : [expect.stringMatching(note)]);
  });
});

test('the note on mileage that goes back gives the likely mileage; other cars have none', () => {
  expect(notesOf({ testing: { tests: goesBack } })).toEqual([
    'It has probably covered 116,200 to 154,600 miles by its test of 1 May 2025.',
  ]);
  expect(notesOf()).toEqual([]);
});

test('the notes on the likely mileage and on the zones each stand alone', () => {
  expect(notesOf({ ...oldDiesel, testing: { ...(oldDiesel.testing as object), tests: goesBack } })).toEqual([
    expect.stringMatching(/^It has probably covered .*\.$/),
    expect.stringMatching(/^You would pay for each day of driving in .*\.$/),
  ]);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fullCheckFixture, type FullCheckSetup } from '../testing/full-checks.ts';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../testing/vehicle-records.ts';
import { freeVdiRows, type FreeVdiLabel } from '../full-check/vdi-rows.ts';
import { vehicleFacts } from '../vehicle/facts/vehicle-facts.ts';
import { vehicleName } from '../vehicle/facts/vehicle-name.ts';

const today = '2026-06-01';
const fact = (setup: VehicleRecordSetup, label: string) =>
  vehicleFacts(vehicleRecordFixture(setup), today).find((row) => row.label === label);
const row = (setup: VehicleRecordSetup, label: FreeVdiLabel) =>
  freeVdiRows({ record: vehicleRecordFixture(setup), today, fullCheck: null }).find(
    (candidate) => candidate.label === label,
  );

describe('the Vehicle Information rows', () => {
  test('are the fifteen of the specification, in its order', () => {
    expect(vehicleFacts(vehicleRecordFixture(), today).map(({ label }) => label)).toEqual([
      'Make',
      'Model',
      'Colour',
      'Transmission',
      'Year of manufacture',
      'Fuel type',
      'Number of seats',
      'Engine size',
      'BHP',
      'Vehicle age',
      'Max speed',
      'Kerb weight',
      'Last 5 of VIN',
      'Engine number',
      'Euro status',
    ]);
  });

  test.each<[string, VehicleRecordSetup, string]>([
    ['Colour', { licensing: { colour: 'SILVER GREY' } }, 'Silver grey'],
    ['Colour', { licensing: 'timeout', specification: 'timeout', testing: { primaryColour: 'Red' } }, 'Red'],
    ['Engine size', { licensing: { engineCapacity: 1598 } }, '1,598 cc'],
    ['BHP', { specification: { bhp: 121.6, powerKw: 1 } }, '122 bhp'],
    ['BHP', { specification: { bhp: null, powerKw: 100 } }, '134 bhp'],
    ['Vehicle age', { specification: { dateFirstRegistered: '2020-06-02' } }, '5 years'],
    ['Vehicle age', { specification: { dateFirstRegistered: '2025-06-01' } }, '1 year'],
    ['Vehicle age', { specification: { dateFirstRegistered: '2026-01-01' } }, 'Less than a year'],
    [
      'Vehicle age',
      { specification: 'timeout', testing: 'timeout', licensing: { monthOfFirstRegistration: '2019-03' } },
      'About 7 years',
    ],
    ['Transmission', { specification: { transmission: 'AUTOMATIC 1 GEARS' } }, 'Automatic'],
    ['Transmission', { specification: { transmission: 'Automatic 1 Gear' } }, 'Automatic'],
    ['Transmission', { specification: { transmission: 'MANUAL 5 GEARS' } }, 'Manual 5 gears'],
    ['Kerb weight', { specification: { kerbWeight: 1290 } }, '1,290 kg'],
    ['Max speed', { specification: { maxSpeedMph: 118 } }, '118 mph'],
    ['Year of manufacture', { licensing: { yearOfManufacture: 2012 } }, '2012'],
  ])('%s %#', (label, setup, value) => {
    expect(fact(setup, label)).toMatchObject({ value, why: null });
  });

  test('each value has its source and time', () => {
    expect(fact({}, 'Make')).toMatchObject({ source: 'DVLA', at: '2026-06-01T09:00:00.000Z' });
    expect(fact({ licensing: { make: null } }, 'Make')).toMatchObject({ source: 'UKVD' });
  });

  test('shows a reason that two answers of a source share once', () => {
    const row = freeVdiRows({
      record: vehicleRecordFixture({ specification: 'not-held' }),
      today,
      fullCheck: fullCheckFixture({ vdi: 'not-held' }),
    })[0];
    expect(row?.why).toBe('UK Vehicle Data holds no record of this vehicle.');
  });

  test('distinguishes no record, no answer and a missing field', () => {
    const why = (specification: VehicleRecordSetup['specification']) =>
      fact({ specification: specification ?? {} }, 'Transmission')?.why;
    expect(why('not-held')).toBe('UK Vehicle Data holds no record of this vehicle.');
    expect(why('timeout')).toBe('UK Vehicle Data did not answer in time.');
    expect(why({ transmission: null })).toBe('UK Vehicle Data’s record does not say.');
  });
});

describe('the free VDI rows', () => {
  test('are the eight of the specification, in its order', () => {
    expect(freeVdiRows({ record: vehicleRecordFixture(), today, fullCheck: null }).map(({ label }) => label)).toEqual([
      'Imported',
      'Exported',
      'Scrapped',
      'Safety Recalls',
      'Previous Keepers',
      'Plate Changes',
      'MOT',
      'Road Tax',
    ]);
  });

  test.each<[FreeVdiLabel, VehicleRecordSetup, string | null, string]>([
    ['Imported', { specification: { imported: false } }, 'No', 'pass'],
    ['Imported', { specification: { imported: true } }, 'Yes', 'warn'],
    [
      'Imported',
      { specification: { imported: true, importedFromOutsideEu: true } },
      'Yes — from outside the EU',
      'warn',
    ],
    ['Exported', { specification: { exported: true, dateExported: '2025-02-03' } }, 'Yes — 3 February 2025', 'warn'],
    [
      'Exported',
      { specification: { exported: false }, licensing: { markedForExport: true } },
      'Yes — marked for export',
      'warn',
    ],
    ['Exported', { specification: { exported: null, dateExported: '2025-02-03' } }, 'Yes — 3 February 2025', 'warn'],
    [
      'Exported',
      { specification: { exported: false, dateExported: '2025-02-03' } },
      'Yes — 3 February 2025, no longer marked so',
      'warn',
    ],
    ['Exported', { specification: { exported: null }, licensing: { markedForExport: false } }, null, 'unknown'],
    ['Exported', { specification: 'timeout', licensing: { markedForExport: null } }, null, 'unknown'],
    ['Scrapped', { specification: { scrapped: true, dateScrapped: '2024-12-25' } }, 'Yes — 25 December 2024', 'fail'],
    ['Scrapped', { specification: { scrapped: null, dateScrapped: '2024-12-25' } }, 'Yes — 25 December 2024', 'fail'],
    [
      'Scrapped',
      { specification: { scrapped: false, dateScrapped: '2024-12-25' } },
      'Withdrawn — recorded on 25 December 2024',
      'fail',
    ],
    ['Scrapped', { specification: 'not-held' }, null, 'unknown'],
    ['Safety Recalls', { testing: { hasOutstandingRecall: 'Yes' } }, 'Yes — outstanding', 'fail'],
    ['Safety Recalls', { testing: { hasOutstandingRecall: 'No' } }, 'No', 'pass'],
    ['Safety Recalls', { testing: { hasOutstandingRecall: 'Unknown' } }, null, 'unknown'],
    ['Safety Recalls', { testing: { hasOutstandingRecall: 'Unavailable' } }, null, 'unknown'],
    ['Previous Keepers', { specification: { previousKeepers: 0 } }, '0', 'info'],
    ['Previous Keepers', { specification: { previousKeepers: null } }, '2', 'info'],
    ['Previous Keepers', { specification: { previousKeepers: null, keeperChanges: [] } }, null, 'unknown'],
    ['Plate Changes', { specification: { plateChangeCount: 3 } }, '3', 'info'],
    [
      'MOT',
      { licensing: { motExpiryDate: '2027-03-03' }, testing: 'timeout' },
      'MOT Valid — until 3 March 2027',
      'pass',
    ],
    [
      'Road Tax',
      { licensing: { taxStatus: 'Taxed', taxDueDate: '2026-06-10' } },
      'Tax Due Soon — by 10 June 2026',
      'warn',
    ],
    [
      'Road Tax',
      { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-01-01' } },
      'Tax Expired — on 1 January 2026',
      'fail',
    ],
    ['Road Tax', { licensing: { taxStatus: 'SORN', taxDueDate: null } }, 'SORN', 'info'],
  ])('%s %#', (label, setup, value, tone) => {
    expect(row(setup, label)).toMatchObject({ value, tone });
  });

  test('a missing export marker at DVLA does not answer whether it was exported, which is explained', () => {
    const setup: VehicleRecordSetup = { specification: 'timeout', licensing: { markedForExport: false } };
    expect(row(setup, 'Exported')).toMatchObject({ value: null, details: ['DVLA has no export marker.'] });
    expect(row({ ...setup, licensing: { markedForExport: null } }, 'Exported')?.details).toEqual([]);
  });

  test('a row without a value always gives a reason, and one with a value its source', () => {
    const anySetup = fc.constantFrom(
      'timeout',
      'rate-limited',
      'budget-spent',
      'refused',
      'not-held',
      'restricted',
      'circuit-open',
    );
    const section = fc.oneof(fc.constant({}), anySetup) as fc.Arbitrary<'not-held' | 'timeout'>;
    fc.assert(
      fc.property(section, section, section, (licensing, testing, specification) => {
        const record = vehicleRecordFixture({ licensing, testing, specification });
        for (const { value, why, source, at } of [
          ...freeVdiRows({ record, today, fullCheck: null }),
          ...vehicleFacts(record, today),
        ]) {
          expect(value === null).toBe(why !== null && why.length > 0);
          expect(value === null).toBe(source === null && at === null);
        }
      }),
    );
  });
});

describe('the free VDI rows after a full check', () => {
  const after = (label: FreeVdiLabel, setup: VehicleRecordSetup, vdi: NonNullable<FullCheckSetup['vdi']>) =>
    freeVdiRows({ record: vehicleRecordFixture(setup), today, fullCheck: fullCheckFixture({ vdi }) }).find(
      (candidate) => candidate.label === label,
    );

  type Case = [
    FreeVdiLabel,
    VehicleRecordSetup['specification'],
    NonNullable<FullCheckSetup['vdi']>,
    string | null,
    string,
    string[],
  ];
  test.each<Case>([
    [
      'Imported',
      { imported: true },
      { imported: true, importDate: '2014-05-06', usedBeforeImport: true },
      'Yes — 6 May 2014, used abroad before',
      'warn',
      [],
    ],
    [
      'Exported',
      { exported: false },
      { exported: true, exportDate: '2025-02-03' },
      'Yes — 3 February 2025',
      'warn',
      ['UK Vehicle Data’s vehicle record says No.', 'UK Vehicle Data’s full check says Yes.'],
    ],
    [
      'Scrapped',
      { scrapped: null },
      { scrapped: false, certificateOfDestruction: true, scrapDate: '2024-12-25' },
      'Yes — 25 December 2024, certificate of destruction issued',
      'fail',
      [],
    ],
    ['Scrapped', 'timeout', { scrapped: false }, 'No', 'pass', []],
    ['Scrapped', { scrapped: null }, 'timeout', null, 'unknown', []],
    [
      'Previous Keepers',
      { previousKeepers: 2, keeperChanges: [], lastKeeperChange: '2024-03-03' },
      { previousKeepers: 4 },
      '4',
      'info',
      [
        'A keeper since 3 March 2024, for 2 years 2 months',
        'UK Vehicle Data’s vehicle record says 2; UK Vehicle Data’s full check says 4.',
      ],
    ],
    [
      'Plate Changes',
      { plateChangeCount: 0 },
      {
        plateChangeCount: 1,
        plateChanges: [{ previousRegistration: 'KP08KPR', currentRegistration: 'K1NGS', date: '2019-03-03' }],
      },
      '1',
      'info',
      [
        'Changed from KP08 KPR to K1 NGS on 3 March 2019',
        'UK Vehicle Data’s vehicle record says 0; UK Vehicle Data’s full check says 1.',
      ],
    ],
  ])('%s %#', (label, specification, vdi, value, tone, details) => {
    expect(after(label, { specification: specification ?? {} }, vdi)).toMatchObject({ value, tone, details });
  });
});

describe("a vehicle's name", () => {
  test('takes each part from the first source that has it', () => {
    expect(vehicleName(vehicleRecordFixture({ licensing: 'timeout', specification: 'not-held' }))).toEqual({
      make: 'SAMPLE MOTORS',
      model: 'EXAMPLE 1.6',
      colour: 'Green',
      year: '2017',
    });
    expect(
      vehicleName(vehicleRecordFixture({ licensing: 'timeout', specification: 'timeout', testing: 'timeout' })),
    ).toEqual({
      make: null,
      model: null,
      colour: null,
      year: null,
    });
  });
});

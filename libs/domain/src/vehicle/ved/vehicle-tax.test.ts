import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import {
  co2BandOf,
  directDebitTaxPrice,
  sixMonthTaxPrice,
  vehicleTaxYearRatesOf,
  verifiedVehicleTaxYears,
} from './rates.ts';
import { expensiveCarSupplement } from './expensive-car-supplement.ts';
import { co2Datum, isInFirstTaxYear, vehicleTax } from './vehicle-tax.ts';

const today = '2026-06-01';

/** A car with a day, a fuel and a CO2, about which UK Vehicle Data has nothing else. */
function car(
  registered: string,
  co2: number | null,
  setup: VehicleRecordSetup = {},
  changes: { fuel?: string; cc?: number | null } = {},
) {
  const { fuel = 'PETROL', cc = 1598 } = changes;
  return vehicleRecordFixture({
    ...setup,
    licensing: {
      fuelType: fuel,
      co2Emissions: co2,
      engineCapacity: cc,
      yearOfManufacture: Number(registered.slice(0, 4)),
      typeApproval: 'M1',
      artEndDate: null,
      monthOfFirstRegistration: registered.slice(0, 7),
      ...(typeof setup.licensing === 'object' ? setup.licensing : {}),
    },
    testing: { fuelType: fuel, engineSize: cc, firstUsedDate: registered, registrationDate: registered },
    specification: {
      fuelType: fuel,
      co2Emissions: co2,
      engineCapacity: cc,
      dateFirstRegistered: registered,
      bodyStyle: 'HATCHBACK',
      vedTwelveMonths: null,
      ...(typeof setup.specification === 'object' ? setup.specification : {}),
    },
  });
}

describe('the rates', () => {
  test('cover days without gap or overlap', () => {
    for (const [index, { from }] of verifiedVehicleTaxYears.entries()) {
      const before = verifiedVehicleTaxYears[index - 1];
      if (before !== undefined) expect(before.to < from).toBe(true);
    }
    expect(vehicleTaxYearRatesOf('2026-03-31')?.name).toBe('2025/26');
    expect(vehicleTaxYearRatesOf('2026-04-01')?.name).toBe('2026/27');
    expect(vehicleTaxYearRatesOf('2030-01-01')).toBeNull();
  });

  test.each([
    [0, '2010-01-01', 'A'],
    [100, '2010-01-01', 'A'],
    [101, '2010-01-01', 'B'],
    [165, '2010-01-01', 'G'],
    [225, '2005-01-01', 'K'],
    [226, '2006-03-22', 'K'],
    [226, '2006-03-23', 'L'],
    [255, '2010-01-01', 'L'],
    [256, '2010-01-01', 'M'],
  ])('%i g/km registered on %s is band %s', (co2, registered, band) => {
    expect(co2BandOf(co2, registered)).toBe(band);
  });

  test('a band never becomes cheaper as CO2 rises', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.constantFrom('2004-01-01', '2010-01-01'), (a, b, day) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        for (const { bands } of verifiedVehicleTaxYears)
          expect(bands[co2BandOf(less, day)]).toBeLessThanOrEqual(bands[co2BandOf(more, day)]);
      }),
    );
  });

  // The table of 2025/26 on GOV.UK: £195, £107.25, £204.75.
  test.each([
    [19_500, 10_725, 20_475, 1_706],
    [3_500, null, 3_675, 306],
    [76_000, 41_800, 79_800, 6_650],
  ])('%i pence a year in parts', (yearly, half, total, monthly) => {
    expect(sixMonthTaxPrice(yearly)).toBe(half);
    expect(directDebitTaxPrice(yearly)).toEqual({ total, monthly });
  });
});

describe('tax for a year', () => {
  test.each<[string, ReturnType<typeof car>, string, number | null]>([
    ['standard rate', car('2017-04-01', 128), today, 20_000],
    ['standard rate a year before', car('2017-04-01', 128), '2026-03-31', 19_500],
    [
      'electric, registered since April 2017',
      car('2024-08-20', 0, {}, { fuel: 'ELECTRICITY', cc: null }),
      today,
      20_000,
    ],
    ['electric, registered before', car('2015-05-01', null, {}, { fuel: 'ELECTRICITY', cc: null }), today, 2_000],
    ['band E', car('2012-05-18', 136), today, 20_000],
    ['band G', car('2017-03-31', 160), today, 27_500],
    ['historic', car('1985-06-01', null), today, 0],
    ['not yet historic', car('1986-06-01', null), today, null],
    ['before March 2001, where the rate was verified', car('1999-06-01', null), '2026-03-31', 36_000],
    ['before March 2001, small engine', car('1999-06-01', null, {}, { cc: 1549 }), '2026-03-31', 22_000],
    ['before March 2001, where it was not', car('1999-06-01', null), today, null],
    ['no CO2', car('2012-05-18', null), today, null],
    ['petrol with a CO2 of zero', car('2012-05-18', 0), today, null],
    ['a tax year that nobody published', car('2020-05-18', 120), '2031-06-01', null],
    ['a van', car('2020-05-18', 120, { licensing: { typeApproval: 'N1' } }), today, null],
    ['a motorcycle', car('2020-05-18', 120, { licensing: { typeApproval: 'L3' } }), today, null],
    ['registered in the future', car('2027-05-18', 120), today, null],
  ])('%s', (_name, record, day, pence) => {
    const tax = vehicleTax(record, day);
    expect(tax.yearly).toBe(pence);
    expect(tax.certainty).toBe(pence === null ? null : 'worked-out');
    expect(pence === null ? tax.why : tax.note).toBeTruthy();
  });

  test('names the last verified rate if this year’s is not verified', () => {
    expect(vehicleTax(car('1999-06-01', null), today).why).toBe(
      'We have not verified the rate of 2026/27 for cars first registered before March 2001. In 2025/26 it was £360.',
    );
  });

  test('uses UK Vehicle Data if the rates do not apply, and shows both if they differ', () => {
    const old = vehicleTax(car('1999-06-01', null, { specification: { vedTwelveMonths: 37_500 } }), today);
    expect(old).toMatchObject({ yearly: 37_500, certainty: 'given', source: 'UKVD' });
    const differs = vehicleTax(car('2012-05-18', 136, { specification: { vedTwelveMonths: 19_500 } }), today);
    expect(differs).toMatchObject({ yearly: 20_000, certainty: 'worked-out' });
    expect(differs.note).toBe(
      'Band E at the rates of 2026/27. UK Vehicle Data gives £195, perhaps of another tax year.',
    );
  });

  test('does not choose between registers that contradict each other on an electric car with CO2', () => {
    const odd = car('2014-05-18', 200, {}, { fuel: 'ELECTRICITY', cc: null });
    expect(vehicleTax(odd, today)).toMatchObject({ yearly: null, why: expect.stringContaining('one is wrong') });
    expect(co2Datum(odd).value).toBeNull();
  });

  test('needs one source only: DVLA’s month and CO2 are enough, and UK Vehicle Data’s', () => {
    const dvla = vehicleRecordFixture({
      testing: 'timeout',
      specification: 'timeout',
      licensing: { monthOfFirstRegistration: '2012-05', co2Emissions: 136, yearOfManufacture: 2012 },
    });
    expect(vehicleTax(dvla, today)).toMatchObject({ yearly: 20_000, source: 'DVLA' });
    const ukvd = vehicleRecordFixture({
      testing: 'timeout',
      licensing: 'timeout',
      specification: {
        dateFirstRegistered: '2012-05-18',
        co2Emissions: 136,
        yearOfManufacture: 2012,
        vedTwelveMonths: null,
      },
    });
    expect(vehicleTax(ukvd, today)).toMatchObject({ yearly: 20_000, source: 'UKVD' });
    const none = vehicleRecordFixture({ testing: 'timeout', licensing: 'timeout', specification: 'not-held' });
    expect(vehicleTax(none, today)).toMatchObject({
      yearly: null,
      why: expect.stringMatching(/DVLA did not answer in time/),
    });
  });
});

describe('the supplement', () => {
  const electric = { fuel: 'ELECTRICITY', cc: null };
  test.each<[string, ReturnType<typeof car>, string, object | null]>([
    [
      'DVLA’s date ahead',
      car('2023-05-10', 120, { licensing: { artEndDate: '2029-05-09' } }),
      today,
      { state: 'due', until: '2029-05-09', yearsLeft: 3, certainty: 'given' },
    ],
    [
      'DVLA’s date behind',
      car('2019-05-10', 120, { licensing: { artEndDate: '2025-03-30' } }),
      today,
      { state: 'not-due', certainty: 'given' },
    ],
    [
      'its years open',
      car('2023-05-10', 120),
      today,
      { state: 'may-be-due', until: '2029-05-09', yearsLeft: 3, certainty: 'estimated' },
    ],
    ['new', car('2026-05-10', 120), today, { state: 'may-be-due', until: '2032-05-09', yearsLeft: 5 }],
    ['over six years', car('2019-05-10', 120), today, { state: 'not-due', certainty: 'worked-out' }],
    ['electric before April 2025', car('2024-08-20', 0, {}, electric), today, { state: 'not-due' }],
    [
      'electric since',
      car('2025-04-01', 0, {}, electric),
      today,
      { state: 'may-be-due', note: expect.stringContaining('£50,000') },
    ],
    ['a car of the bands', car('2012-05-18', 136), today, null],
    ['a van', car('2023-05-10', 120, { licensing: { typeApproval: 'N1' } }), today, null],
    ['a date that no calendar has', car('2012-05-10', 120, { licensing: { artEndDate: '2026-02-30' } }), today, null],
  ])('%s', (_name, record, day, expected) => {
    const supplement = expensiveCarSupplement(record, day);
    if (expected === null) expect(supplement).toBeNull();
    else expect(supplement).toMatchObject(expected);
  });

  test('never has more than five payments left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2017, max: 2026 }), fc.integer({ min: 4, max: 12 }), (year, month) => {
        const day = `${year}-${String(month).padStart(2, '0')}-15`;
        const left = expensiveCarSupplement(car(day, 120), today)?.yearsLeft ?? 0;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(5);
      }),
    );
  });
});

test('tax is a known price or a reason, for any registers’ data', () => {
  fc.assert(
    fc.property(arbitraryVehicle, ({ record, today: day }) => {
      const tax = vehicleTax(record, day);
      expect(tax.yearly !== null || (tax.why ?? '') !== '').toBe(true);
      expect(`${tax.note} ${tax.why} ${expensiveCarSupplement(record, day)?.words}`).not.toMatch(
        /NaN|Invalid|\[object/,
      );
    }),
  );
});

test.each<[string, string, string, boolean]>([
  ['a car of last winter', '2026-01-10', 'M1', true],
  ['a car that is a year old today', '2025-06-01', 'M1', false],
  ['a car that is a day younger', '2025-06-02', 'M1', true],
  ['a van', '2026-01-10', 'N1', false],
  ['a motorcycle', '2026-01-10', 'L3', false],
])('the first year’s tax depends on CO2: %s', (_name, registered, typeApproval, expected) => {
  expect(isInFirstTaxYear(car(registered, 120, { licensing: { typeApproval } }), today)).toBe(expected);
});

test('DVLA’s end of the supplement on an older electric car is shown with the contradicting rule', () => {
  const record = car('2022-05-01', 0, { licensing: { artEndDate: '2028-04-30' } }, { fuel: 'ELECTRICITY', cc: null });
  expect(expensiveCarSupplement(record, today)).toMatchObject({
    state: 'due',
    note: expect.stringMatching(/contradict/),
  });
});

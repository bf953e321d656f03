import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { fullCheckFixture } from '../../testing/full-checks.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { euroStandardNumber } from './emission-standard.ts';
import { cleanAirChargesOf } from './zones.ts';

const today = '2026-06-01';

interface Plan {
  fuel?: string | null;
  euro?: string | null;
  registered?: string;
  approval?: string;
  co2?: number | null;
  built?: number | null;
}

function car(
  { fuel = 'PETROL', euro = null, registered = '2012-05-18', approval = 'M1', co2 = 130, built }: Plan,
  setup: VehicleRecordSetup = {},
) {
  const electric = fuel === 'ELECTRICITY';
  const size = electric ? null : 1598;
  const year = built === undefined ? Number(registered.slice(0, 4)) : built;
  return vehicleRecordFixture({
    licensing: {
      fuelType: fuel,
      euroStatus: euro,
      typeApproval: approval,
      co2Emissions: co2,
      engineCapacity: size,
      yearOfManufacture: year,
    },
    testing: {
      fuelType: fuel,
      engineSize: size,
      firstUsedDate: registered,
      registrationDate: registered,
      manufactureDate: null,
    },
    specification: {
      fuelType: fuel,
      euroStatus: null,
      co2Emissions: co2,
      engineCapacity: size,
      yearOfManufacture: null,
      dateFirstRegistered: registered,
      bodyStyle: 'HATCHBACK',
    },
    ...setup,
  });
}

const states = (record: ReturnType<typeof vehicleRecordFixture>) =>
  cleanAirChargesOf({ record, fullCheck: null, today }).zones.map(({ state }) => state);
const [free, charged, banned, none, unknown] = ['free', 'charged', 'not-allowed', 'not-cars', 'unknown'];

test.each([
  ['EURO 6 AD', 6],
  ['EURO1', 1],
  ['Euro 6d-TEMP', 6],
  ['6dg', 6],
  ['5', 5],
  ['EURO VI', null],
  ['', null],
  [null, null],
  ['65', null],
  ['Not known', null],
])('%p is Euro %p', (status, number) => {
  expect(euroStandardNumber(status)).toBe(number);
});

describe('the zones', () => {
  // The zones in this order: London, Birmingham, Bristol, Oxford, Scotland, those that charge no private cars.
  test.each<[string, Plan, (string | undefined)[], string | null]>([
    ['petrol, Euro 4 given', { euro: 'EURO 4' }, [free, free, free, charged, free, none], 'given'],
    [
      'petrol, Euro 3 given, though newer than 2006',
      { euro: 'EURO 3' },
      [charged, charged, charged, charged, banned, none],
      'given',
    ],
    ['petrol, by its date', { registered: '2006-01-01' }, [free, free, free, charged, free, none], 'estimated'],
    [
      'petrol, a day before',
      { registered: '2005-12-31' },
      [charged, charged, charged, charged, banned, none],
      'estimated',
    ],
    [
      'diesel, Euro 5 given',
      { fuel: 'DIESEL', euro: 'EURO 5' },
      [charged, charged, charged, charged, banned, none],
      'given',
    ],
    [
      'diesel, Euro 6 given',
      { fuel: 'HEAVY OIL', euro: 'EURO 6 AG' },
      [free, free, free, charged, free, none],
      'given',
    ],
    [
      'diesel, by its date',
      { fuel: 'DIESEL', registered: '2016-09-01' },
      [free, free, free, charged, free, none],
      'estimated',
    ],
    [
      'diesel, a day before',
      { fuel: 'DIESEL', registered: '2015-08-31' },
      [charged, charged, charged, charged, banned, none],
      'estimated',
    ],
    ['electric', { fuel: 'ELECTRICITY', co2: 0 }, [free, free, free, free, free, none], 'given'],
    ['electric with CO2', { fuel: 'ELECTRICITY', co2: 200 }, [unknown, unknown, unknown, unknown, unknown, none], null],
    ['fuel unknown, Euro 6', { fuel: null, euro: 'EURO 6' }, [free, free, free, charged, free, none], 'given'],
    ['fuel unknown, Euro 4', { fuel: null, euro: 'EURO 4' }, [unknown, unknown, unknown, unknown, unknown, none], null],
    ['historic', { registered: '1980-05-01' }, ['historic', unknown, unknown, unknown, unknown, none], 'estimated'],
    [
      'motorcycle, by its date',
      { approval: 'L3', registered: '2008-07-01' },
      [free, unknown, unknown, unknown, unknown, unknown],
      'estimated',
    ],
    ['van', { approval: 'N1', fuel: 'DIESEL' }, [unknown, unknown, unknown, unknown, unknown, unknown], 'estimated'],
  ])('%s', (_name, plan, expected, certainty) => {
    const record = car(plan);
    expect(states(record)).toEqual(expected);
    expect(cleanAirChargesOf({ record, fullCheck: null, today }).standard.certainty).toBe(certainty);
  });

  test.each<[string, Plan, string, string]>([
    ['charged', { registered: '2005-12-31' }, 'Probably £12.50 a day, unless it is exempt.', 'You probably may not'],
    ['free', { registered: '2006-01-01' }, 'Probably no charge. The Congestion Charge', 'You can probably drive in.'],
  ])('an estimate is marked as one in its text: %s', (_name, plan, london, scotland) => {
    const { zones } = cleanAirChargesOf({ record: car(plan), fullCheck: null, today });
    expect(zones[0]?.words).toContain(london);
    expect(zones[4]?.words).toContain(scotland);
  });

  const abroad = { vdi: { imported: true, usedBeforeImport: true } };
  test.each<[string, Plan, Parameters<typeof fullCheckFixture>[0] | null, RegExp]>([
    [
      'built long before it was registered here',
      { registered: '2010-05-18', built: 1999 },
      null,
      /may have been built/,
    ],
    [
      'a diesel built before, an end of series',
      { fuel: 'DIESEL', registered: '2016-02-01', built: 2014 },
      null,
      /built/,
    ],
    [
      'a diesel in the year of the rule',
      { fuel: 'DIESEL', registered: '2016-08-31', built: 2015 },
      null,
      /older series/,
    ],
    ['no year of manufacture', { built: null }, null, /no year of manufacture/],
    ['an import by the full check', {}, abroad, /it was imported/],
  ])('the date is no evidence for %s', (_name, plan, fullCheck, why) => {
    const { standard, zones } = cleanAirChargesOf({
      record: car(plan),
      fullCheck: fullCheck === null ? null : fullCheckFixture(fullCheck),
      today,
    });
    expect(standard).toMatchObject({ meets: null, certainty: null, words: expect.stringMatching(why) });
    expect(zones.map(({ state }) => state)).toEqual([unknown, unknown, unknown, charged, unknown, none]);
  });

  test('the date is no evidence for an import in the specification either', () => {
    const { data } = car({}).specification as Extract<VehicleRecord['specification'], { state: 'found' }>;
    expect(states(car({}, { specification: { ...data, imported: true } }))[0]).toBe(unknown);
  });

  test('a date alone never makes a zone free or allowed with certainty', () => {
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, today: day }) => {
        const { standard, zones } = cleanAirChargesOf({ record, fullCheck: null, today: day });
        if (standard.certainty !== 'estimated') return;
        for (const { state, words, certainty } of zones.filter(({ state }) => state === 'free')) {
          expect([state, certainty]).toEqual(['free', 'estimated']);
          expect(words).toMatch(/probably/i);
        }
      }),
    );
  });

  test('unavailable sources are named as the reason', () => {
    const record = vehicleRecordFixture({ licensing: 'timeout', testing: 'timeout', specification: 'timeout' });
    const [london] = cleanAirChargesOf({ record, fullCheck: null, today }).zones;
    expect(london).toMatchObject({ state: 'unknown', words: expect.stringMatching(/DVLA did not answer in time/) });
  });

  test('each zone has a text, for any registers’ data', () => {
    fc.assert(
      fc.property(arbitraryVehicle, ({ record, today: day }) => {
        const { zones } = cleanAirChargesOf({ record, fullCheck: null, today: day });
        expect(zones).toHaveLength(6);
        for (const { words } of zones) expect(words).not.toMatch(/^$|undefined|NaN|Invalid|\[object/);
      }),
    );
  });
});

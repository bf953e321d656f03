import { describe, expect, test } from '@jest/globals';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { vehicleFacts } from '../facts/vehicle-facts.ts';
import { electricFacts } from './electric-facts.ts';
import { isElectric } from './is-electric.ts';

const today = '2026-06-01';
/** An electric car, except for what the setup changes. */
const electric = (setup: VehicleRecordSetup = {}) =>
  vehicleRecordFixture({
    licensing: { fuelType: 'ELECTRICITY', engineCapacity: null, co2Emissions: 0 },
    testing: { fuelType: 'Electric', engineSize: null },
    specification: { fuelType: 'ELECTRIC', engineCapacity: null, co2Emissions: 0, transmission: 'AUTOMATIC 1 GEARS' },
    ...setup,
  });
const hybrid = { fuelType: 'HYBRID ELECTRIC', engineCapacity: 1598 };

describe('an electric car', () => {
  test.each<[string, ReturnType<typeof vehicleRecordFixture>, boolean]>([
    ['all say so', electric(), true],
    ['only DVLA answered', electric({ testing: 'timeout', specification: 'timeout' }), true],
    ['only UK Vehicle Data answered', electric({ testing: 'timeout', licensing: 'timeout' }), true],
    [
      'odd CO2 beside it',
      electric({ licensing: { fuelType: 'ELECTRICITY', co2Emissions: 200, engineCapacity: null } }),
      true,
    ],
    ['a hybrid', vehicleRecordFixture({ licensing: hybrid, testing: { fuelType: 'Hybrid Electric' } }), false],
    ['one register disagrees', electric({ licensing: { fuelType: 'PETROL' } }), false],
    ['one register has an engine', electric({ licensing: { fuelType: 'ELECTRICITY', engineCapacity: 1598 } }), false],
    [
      'no source says',
      vehicleRecordFixture({ licensing: 'timeout', testing: 'timeout', specification: 'not-held' }),
      false,
    ],
  ])('%s', (_name, record, expected) => {
    expect(isElectric(record)).toBe(expected);
  });

  test('has no rows about engines, and a transmission of one speed', () => {
    const facts = vehicleFacts(electric(), today);
    expect(facts.filter(({ label }) => /engine|euro/i.test(label))).toEqual([]);
    expect(facts).toHaveLength(12);
    expect(facts.find(({ label }) => label === 'Transmission')?.value).toBe('Automatic, single speed');
  });

  test('keeps the rows if the registers contradict each other', () => {
    expect(vehicleFacts(electric({ licensing: { fuelType: 'PETROL' } }), today)).toHaveLength(15);
  });

  test('explains why battery, range and charging are missing', () => {
    expect(electricFacts(electric()).map(({ label, value }) => [label, value])).toEqual([
      ['Battery', null],
      ['Range', null],
      ['Charging', null],
    ]);
    expect(electricFacts(electric())[0]?.why).toMatch(/holds nothing about batteries/);
    expect(electricFacts(electric({ specification: 'timeout' }))[0]?.why).toBe(
      'UK Vehicle Data did not answer in time.',
    );
    expect(electricFacts(vehicleRecordFixture())).toEqual([]);
  });
});

import { expect, test } from '@jest/globals';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { isZeroEmission } from './zero-emission.ts';

const dvla = (fuelType: string | null, co2Emissions: number | null = 0) => ({ fuelType, co2Emissions });

test.each<[string, VehicleRecordSetup]>([
  ['both sources', { licensing: dvla('ELECTRICITY'), specification: dvla('Electric') }],
  ['DVLA alone', { licensing: dvla('ELECTRICITY', null), specification: 'not-held' }],
  ['UK Vehicle Data alone', { licensing: 'timeout', specification: dvla('ELECTRICITY') }],
  ['hydrogen in a fuel cell', { licensing: dvla('FUEL CELLS'), specification: 'not-held' }],
  ['one source without a fuel', { licensing: dvla('ELECTRICITY'), specification: dvla(null, null) }],
])('zero emission by %s', (_name, setup) => {
  expect(isZeroEmission(vehicleRecordFixture(setup))).toBe(true);
});

test.each<[string, VehicleRecordSetup]>([
  ['petrol', {}],
  ['a hybrid', { licensing: dvla('HYBRID ELECTRIC'), specification: dvla('HYBRID ELECTRIC') }],
  ['an electric diesel', { licensing: dvla('ELECTRIC DIESEL'), specification: 'not-held' }],
  ['petrol whose CO2 is written as 0', { licensing: dvla('PETROL'), specification: dvla('PETROL') }],
  ['electricity with CO2: a range extender', { licensing: dvla('ELECTRICITY', 13), specification: 'not-held' }],
  ['sources that disagree', { licensing: dvla('ELECTRICITY'), specification: dvla('PETROL', 120) }],
  ['no fuel told', { licensing: dvla(null), specification: 'not-held' }],
  ['nothing told', { licensing: 'timeout', specification: 'timeout' }],
])('not zero emission: %s', (_name, setup) => {
  expect(isZeroEmission(vehicleRecordFixture(setup))).toBe(false);
});

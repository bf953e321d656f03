import { expect, test } from '@jest/globals';
import { vehicleRecordFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { motExemptionOf } from './mot-exemption.ts';
import { motExemptionText } from './exemption-messages.ts';

const today = '2026-06-01';
const registered = (dateFirstRegistered: string, changes: VehicleRecordSetup = {}): VehicleRecordSetup => ({
  testing: 'not-held',
  specification: { dateFirstRegistered },
  ...changes,
});

test.each<[string, VehicleRecordSetup, string | undefined]>([
  ['a day short of 40 years', registered('1986-06-02'), undefined],
  ['40 years today', registered('1986-06-01'), 'age'],
  ['a van', registered('1980-01-01', { licensing: { revenueWeight: 2_800 } }), 'age'],
  ['a motorcycle', registered('1980-01-01', { licensing: { wheelplan: '2 WHEEL' } }), 'age'],
  ['a lorry by its weight', registered('1980-01-01', { licensing: { revenueWeight: 7_500 } }), 'private-use'],
  [
    'a coach by its body',
    registered('1980-01-01', { specification: { dateFirstRegistered: '1980-01-01', bodyStyle: 'COACH' } }),
    'private-use',
  ],
  ['a date in the future', registered('2080-01-01'), undefined],
  ['no available source', { licensing: 'timeout', testing: 'timeout', specification: 'timeout' }, undefined],
])('%s', (_name, setup, by) => {
  expect(motExemptionOf(vehicleRecordFixture(setup), today)?.by).toBe(by);
});

test('promises nothing, and states the conditions of the exemption', () => {
  const textOf = (setup: VehicleRecordSetup) => motExemptionText(vehicleRecordFixture(setup), today);
  expect(textOf(registered('1980-01-01'))).toMatch(/may be exempt.*not substantially changed.*declared so/);
  expect(textOf(registered('1980-01-01', { licensing: { revenueWeight: 7_500 } }))).toMatch(
    /only if it is not used commercially/,
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { MotTest } from '../record/vehicle-record.ts';
import { vehicleRecordFixture, motTestFixture, type VehicleRecordSetup } from '../../testing/vehicle-records.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import { motState } from './mot-state.ts';

const today = '2026-06-01';
const passed = (expiryDate: string): MotTest[] => [motTestFixture('2025-05-20', 40_000, { expiryDate })];
const untested = { tests: [], registrationDate: null, firstUsedDate: null };

describe('MOT state', () => {
  const cases: [string, VehicleRecordSetup, object][] = [
    [
      'a certificate not due soon',
      { licensing: 'timeout', testing: { tests: passed('2026-12-01') } },
      { state: 'valid', basis: 'dvsa-test' },
    ],
    ['its last day', { licensing: 'timeout', testing: { tests: passed(today) } }, { state: 'due-soon', daysLeft: 0 }],
    [
      '30 days left',
      { licensing: 'timeout', testing: { tests: passed('2026-07-01') } },
      { state: 'due-soon', daysLeft: 30 },
    ],
    [
      '31 days left',
      { licensing: 'timeout', testing: { tests: passed('2026-07-02') } },
      { state: 'valid', daysLeft: 31 },
    ],
    [
      'the day after',
      { licensing: 'timeout', testing: { tests: passed('2026-05-31') } },
      { state: 'expired', daysLeft: -1 },
    ],
    [
      'a failure does not invalidate an earlier certificate',
      {
        licensing: 'timeout',
        testing: { tests: [motTestFixture('2026-05-30', 1, { result: 'FAILED' }), ...passed('2026-12-01')] },
      },
      { state: 'valid', expiryDate: '2026-12-01' },
    ],
    [
      'DVLA has a later certificate than DVSA',
      { licensing: { motExpiryDate: '2027-05-01' }, testing: { tests: passed('2026-05-01') } },
      { state: 'valid', basis: 'dvla', source: 'DVLA' },
    ],
    [
      'a first test ahead',
      {
        licensing: { motExpiryDate: null, motStatus: 'No details held by DVLA' },
        testing: { ...untested, motTestDueDate: '2027-06-01' },
      },
      { state: 'not-due', basis: 'first-test-due', expiryDate: '2027-06-01' },
    ],
    [
      'a first test missed',
      { licensing: { motExpiryDate: null }, testing: { ...untested, motTestDueDate: '2026-05-01' } },
      { state: 'expired', basis: 'first-test-due' },
    ],
    [
      "DVLA's status without a date",
      { licensing: { motExpiryDate: null, motStatus: 'Not valid' }, testing: 'timeout' },
      { state: 'expired', expiryDate: null, basis: 'dvla' },
    ],
    [
      'a young car with no test on record',
      {
        licensing: { motExpiryDate: null, motStatus: 'No details held by DVLA', typeApproval: 'M1' },
        testing: 'not-held',
        specification: { dateFirstRegistered: '2024-03-14' },
      },
      { state: 'not-due', expiryDate: '2027-03-13', basis: 'computed' },
    ],
    [
      'an old car with no test on record is not called expired',
      {
        licensing: { motExpiryDate: null, motStatus: 'No details held by DVLA', typeApproval: 'M1' },
        testing: 'not-held',
        specification: { dateFirstRegistered: '2019-03-14' },
      },
      { state: 'unknown', basis: null },
    ],
    [
      'a bus is due after one year',
      {
        licensing: { motExpiryDate: null, motStatus: null, typeApproval: 'M3' },
        testing: 'not-held',
        specification: { dateFirstRegistered: '2026-03-14' },
      },
      { state: 'not-due', expiryDate: '2027-03-13' },
    ],
    [
      'over 40 years old and out of test',
      {
        testing: 'not-held',
        licensing: { motExpiryDate: null, motStatus: 'Not valid' },
        specification: { dateFirstRegistered: '1985-01-01' },
      },
      { state: 'exempt' },
    ],
    [
      'over 40 years old and still tested',
      {
        licensing: 'timeout',
        testing: { tests: passed('2026-12-01') },
        specification: { dateFirstRegistered: '1985-01-01' },
      },
      { state: 'valid' },
    ],
    [
      'a lorry over 40 years old is as the registers say: in commercial use it is tested at any age',
      {
        testing: { tests: [motTestFixture('2020-05-20', 40_000, { dataSource: 'CVS', expiryDate: '2021-05-31' })] },
        licensing: { motExpiryDate: null, motStatus: 'Not valid' },
        specification: { dateFirstRegistered: '1985-01-01' },
      },
      { state: 'expired' },
    ],
    [
      'nothing known of a bus over 40 years old is nothing known',
      {
        testing: 'not-held',
        licensing: { motExpiryDate: null, motStatus: null },
        specification: { dateFirstRegistered: '1985-01-01', bodyStyle: 'SINGLE DECK BUS' },
      },
      { state: 'unknown' },
    ],
    ['nobody answered', { licensing: 'timeout', testing: 'timeout', specification: 'timeout' }, { state: 'unknown' }],
  ];

  test.each(cases)('%s', (_name, setup, expected) => {
    expect(motState(vehicleRecordFixture(setup), today)).toMatchObject(expected);
  });

  test('as days pass a record goes from valid to due soon to expired, never back', () => {
    const record = vehicleRecordFixture({ licensing: 'timeout', testing: { tests: passed('2026-12-01') } });
    fc.assert(
      fc.property(fc.nat(600), fc.nat(600), (a, b) => {
        const rank = (days: number) =>
          ['valid', 'due-soon', 'expired'].indexOf(motState(record, addDays(today, days)).state);
        expect(rank(Math.min(a, b))).toBeLessThanOrEqual(rank(Math.max(a, b)));
      }),
    );
  });
});

import { expect, test } from '@jest/globals';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '../../testing/vehicle-records.ts';
import { vehicleCalendarDates } from './calendar-dates.ts';

const today = '2026-06-01';
const dated = {
  taxStatus: 'Taxed',
  taxDueDate: '2026-09-01',
  motStatus: 'Valid',
  motExpiryDate: '2027-02-28',
} as const;
const tests = { tests: [motTestFixture('2026-02-20', 40_000, { expiryDate: '2027-02-28' })] };

test.each<[string, VehicleRecordSetup, [kind: string, onOrWhy: string][]]>([
  [
    'both',
    { licensing: dated, testing: tests },
    [
      ['tax', '2026-09-01'],
      ['mot', '2027-02-28'],
    ],
  ],
  [
    'due today',
    { licensing: { ...dated, taxDueDate: today }, testing: tests },
    [
      ['tax', today],
      ['mot', '2027-02-28'],
    ],
  ],
  [
    'off the road',
    { licensing: { ...dated, taxStatus: 'SORN' }, testing: tests },
    [
      ['tax', 'sorn'],
      ['mot', '2027-02-28'],
    ],
  ],
  [
    'tax that ended',
    { licensing: { ...dated, taxStatus: 'Untaxed', taxDueDate: '2026-05-31' }, testing: tests },
    [
      ['tax', 'passed'],
      ['mot', '2027-02-28'],
    ],
  ],
  [
    'scrapped',
    { licensing: dated, testing: tests, specification: { scrapped: true } },
    [
      ['tax', 'scrapped'],
      ['mot', 'scrapped'],
    ],
  ],
  [
    'exported',
    { licensing: { ...dated, markedForExport: true }, testing: tests },
    [
      ['tax', 'exported'],
      ['mot', 'exported'],
    ],
  ],
  [
    'no source',
    { licensing: 'timeout', testing: 'timeout', specification: 'timeout' },
    [
      ['tax', 'silent'],
      ['mot', 'silent'],
    ],
  ],
  [
    'no record',
    { licensing: 'not-held', testing: 'not-held', specification: 'not-held' },
    [
      ['tax', 'not-held'],
      ['mot', 'not-held'],
    ],
  ],
])('%s', (_, setup, expected) => {
  const { dates, missing } = vehicleCalendarDates(vehicleRecordFixture({ today, ...setup }), today);
  const results = [...dates.map(({ kind, on }) => [kind, on]), ...missing.map(({ kind, why }) => [kind, why])];
  expect(results.toSorted()).toEqual(expected.toSorted());
});

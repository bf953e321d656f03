import { expect, it, test } from '@jest/globals';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '../../testing/vehicle-records.ts';
import { registerDueDates } from './register-due-dates.ts';

const today = '2026-06-01';
const taxed = { taxStatus: 'Taxed', taxDueDate: '2026-09-01' } as const;
const noTax = { taxStatus: null, taxDueDate: null } as const;

const short = (setup: VehicleRecordSetup): Record<'tax' | 'mot', IsoDate | string> => {
  const dueDates = registerDueDates(vehicleRecordFixture({ today, ...setup }), today);
  const word = (due: (typeof dueDates)['tax']): string => (due.state === 'dated' ? `${due.on} ${due.source}` : due.why);
  return { tax: word(dueDates.tax), mot: word(dueDates.mot) };
};

it.each<[string, VehicleRecordSetup, string]>([
  ['taxed', { licensing: taxed }, '2026-09-01 DVLA'],
  ['overdue', { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-31' } }, '2026-05-31 DVLA'],
  ['SORN', { licensing: { taxStatus: 'SORN', taxDueDate: null } }, 'sorn'],
  [
    'taxed after the date, by direct debit',
    { licensing: { taxStatus: 'Taxed', taxDueDate: '2026-05-31' } },
    'not-held',
  ],
  ['on the day itself', { licensing: { taxStatus: 'Taxed', taxDueDate: today } }, '2026-06-01 DVLA'],
  ['DVLA down', { licensing: 'timeout' }, 'timeout'],
  [
    'without data at DVLA, with a date at UK Vehicle Data',
    { licensing: noTax, specification: taxed },
    '2026-09-01 UKVD',
  ],
  ['without data at any source', { licensing: 'not-held', specification: 'not-held' }, 'not-held'],
  ['scrapped', { licensing: taxed, specification: { scrapped: true } }, 'scrapped'],
  ['exported', { licensing: { ...taxed, markedForExport: true } }, 'exported'],
])('tax of a car that is %s: %s', (_, setup, expected) => {
  expect(short(setup).tax).toBe(expected);
});

const tested = { tests: [motTestFixture('2026-01-10', 10_000, { expiryDate: '2027-01-09' })], motTestDueDate: null };

it.each<[string, VehicleRecordSetup, string]>([
  ['tested', { testing: tested }, '2027-01-09 DVSA'],
  ['tested, SORN', { testing: tested, licensing: { taxStatus: 'SORN' } }, '2027-01-09 DVSA'],
  ['new', { testing: { tests: [], motTestDueDate: '2028-05-31' }, licensing: 'not-held' }, '2028-05-31 DVSA'],
  [
    'DVSA down, DVLA with a date ahead',
    { testing: 'timeout', licensing: { motExpiryDate: '2026-08-01' } },
    '2026-08-01 DVLA',
  ],
  [
    'DVSA down, DVLA with a date that is over',
    { testing: 'timeout', licensing: { motExpiryDate: '2026-05-01' } },
    'timeout',
  ],
  [
    'without an available source',
    { testing: 'timeout', licensing: 'rate-limited', specification: 'not-held' },
    'timeout',
  ],
  ['scrapped', { testing: tested, specification: { scrapped: true } }, 'scrapped'],
  ['exported', { testing: tested, licensing: { markedForExport: true } }, 'exported'],
])('MOT of a car that is %s: %s', (_, setup, expected) => {
  expect(short(setup).mot).toBe(expected);
});

test('a car of more than forty years without a test is exempt', () => {
  const setup: VehicleRecordSetup = {
    licensing: { monthOfFirstRegistration: '1980-03', motStatus: 'No details held by DVLA', motExpiryDate: null },
    testing: { tests: [], motTestDueDate: null, firstUsedDate: '1980-03-01', registrationDate: '1980-03-01' },
    specification: { dateFirstRegistered: '1980-03-01', yearOfManufacture: 1980 },
  };
  expect(short(setup).mot).toBe('exempt');
});

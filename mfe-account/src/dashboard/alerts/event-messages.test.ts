import { expect, test } from '@jest/globals';
import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import { watchEventMessage } from './event-messages.ts';

const mot = {
  kind: 'mot-result',
  testNumber: '1',
  testedOn: '2027-03-03',
  passed: true,
  expiresOn: '2028-03-02',
  advisories: [],
  failures: [],
  repeated: 0,
} as const satisfies AlertFacts;

test.each<[AlertFacts, string, string]>([
  [
    { kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null },
    'warn',
    'DVLA now says that it is declared off the road (SORN). Before, it was taxed.',
  ],
  [
    { kind: 'tax-status', from: null, to: 'Untaxed', dueOn: '2026-11-20' },
    'fail',
    'DVLA now says that it is untaxed. It was due on 20 November 2026.',
  ],
  [
    { kind: 'tax-status', from: null, to: 'Taxed', dueOn: '2027-05-01' },
    'pass',
    'DVLA now says that it is taxed. It is due on 1 May 2027.',
  ],
  [mot, 'pass', 'Passed its MOT on 3 March 2027. It is valid until 2 March 2028. No advisories.'],
  [
    { ...mot, passed: false, expiresOn: null, failures: ['Brake'], advisories: ['Tyre', 'Arm'], repeated: 1 },
    'fail',
    'Failed its MOT on 3 March 2027. 1 failure, 2 advisories, 1 of them seen before.',
  ],
  [
    { ...mot, passed: false, expiresOn: null, advisories: ['Nearside tyre worn'] },
    'fail',
    'Failed its MOT on 3 March 2027. The record does not say what it failed on. 1 advisory.',
  ],
  [
    { kind: 'recall', outstanding: 'Yes', campaigns: [] },
    'fail',
    'DVSA lists an outstanding safety recall. A dealer repairs it free of charge.',
  ],
  [
    { kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2027/001'] },
    'warn',
    'A recall of this model may apply to your car. R/2027/001. A dealer can check by VIN.',
  ],
  [{ kind: 'recall', outstanding: 'No', campaigns: [] }, 'pass', 'DVSA no longer lists an outstanding safety recall.'],
  [{ kind: 'value', month: '2027-03', pence: 615000, beforePence: null }, 'info', 'Worth about £6,150 in March 2027.'],
  [
    { kind: 'value', month: '2027-03', pence: 615000, beforePence: 630000 },
    'info',
    'Worth about £6,150 in March 2027, £150 less than last time.',
  ],
  [
    { kind: 'value', month: '2027-03', pence: 615000, beforePence: 615000 },
    'info',
    'Worth about £6,150 in March 2027, as before.',
  ],
  [
    { kind: 'finance', agreements: 1, before: 0, company: 'Tamebridge' },
    'fail',
    '1 finance agreement is recorded with Tamebridge; none was before.',
  ],
  [{ kind: 'finance', agreements: 0, before: 2, company: null }, 'pass', 'No finance agreement is recorded any more.'],
  [
    { kind: 'keeper-change', on: '2027-03-03', keepers: 3 },
    'warn',
    'A new keeper is recorded on 3 March 2027. It has had 3 previous keepers.',
  ],
  [
    { kind: 'plate-change', on: null, from: 'AB12CDE', to: null },
    'warn',
    'A change of plate is recorded: from AB12 CDE to an unknown plate.',
  ],
  [
    { kind: 'petrol', fuel: 'E10', pencePerLitreTenths: 1359, station: 'BP Leeds', milesTenths: 12 },
    'info',
    'Unleaded (E10) at 135.9p a litre: BP Leeds, 1.2 miles from your postcode.',
  ],
  [
    { kind: 'date-moved', of: 'mot', from: '2027-03-03', to: '2028-03-03' },
    'info',
    'Its MOT date moved from 3 March 2027 to 3 March 2028. Reminders moved with it.',
  ],
  [
    { kind: 'scrapped-or-exported', state: 'scrapped', on: '2027-03-03', destroyed: true, source: 'UKVD' },
    'fail',
    'Recorded as scrapped on 3 March 2027, with a certificate of destruction. If you still have it, the record is wrong: contact DVLA, as only DVLA can correct its register.',
  ],
  [
    { kind: 'scrapped-or-exported', state: 'exported', on: null, destroyed: false, source: 'UKVD' },
    'fail',
    'Recorded as exported. If you still have it, the record is wrong: contact DVLA, as only DVLA can correct its register.',
  ],
  [
    { kind: 'scrapped-or-exported', state: 'marked-for-export', on: null, destroyed: false, source: 'DVLA' },
    'fail',
    'DVLA now marks it for export. If you did not ask for that, contact DVLA, as only DVLA can correct its register.',
  ],
  [
    { kind: 'scrapped-or-exported', state: 'neither', on: null, destroyed: false, source: 'DVLA' },
    'pass',
    'No longer recorded as scrapped or exported. Its reminders continue.',
  ],
])('%j', (facts, tone, text) => {
  expect(watchEventMessage(facts)).toMatchObject({ tone, text });
});

import type { AlertFacts } from '@ve/domain/monitoring/alerts/alert';
import { alertEmail } from './alert.mail.tsx';
import type { EmailContent } from '../../messaging/mails/render-email.ts';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { type ReminderMailData, reminderEmail } from './reminder.mail.tsx';

const at = new Date('2027-02-03T09:12:00Z');
const token = 'unsub_00'.repeat(5).concat('abcd');
const plain = {
  registration: 'AB12CDE',
  name: 'red Ford Focus',
  source: 'DVLA',
  readAt: new Date('2027-02-03T08:04:00Z'),
  sorn: false,
  inUse: true,
} as const;

const tax: ReminderMailData = { ...plain, kind: 'tax', dueOn: '2027-03-03', lead: 28 };
const mot: ReminderMailData = { ...plain, kind: 'mot', dueOn: '2027-03-03', lead: 28, source: 'DVSA' };
const given = { source: 'member', readAt: new Date('2026-11-21T12:00:00Z') } as const;
const insurance: ReminderMailData = { ...plain, ...given, kind: 'insurance', dueOn: '2027-02-10', lead: 7 };
const servicing: ReminderMailData = { ...plain, ...given, kind: 'servicing', dueOn: '2027-02-17', lead: 14 };

/** Reminders of every kind, near, far, late and with old data, and for an off-road car. */
export const reminderExamples = (settings: MailSettings): Record<string, EmailContent> => {
  const reminder = (facts: ReminderMailData) => reminderEmail({ reminder: facts, token, settings }, at);
  return {
    usual: reminder(mot),
    'mot-fortnight': reminder({ ...mot, dueOn: '2027-02-17', lead: 14 }),
    'mot-tomorrow': reminder({ ...mot, dueOn: '2027-02-04', lead: 1 }),
    'mot-over': reminder({ ...mot, dueOn: '2027-02-02', lead: -1 }),
    'mot-sorn': reminder({ ...mot, sorn: true, inUse: false }),
    'mot-late': reminder({ ...mot, dueOn: '2027-03-01' }),
    'mot-old': reminder({ ...mot, readAt: new Date('2027-01-29T08:04:00Z') }),
    tax: reminder(tax),
    'tax-week': reminder({ ...tax, dueOn: '2027-02-10', lead: 7, name: null }),
    'tax-today': reminder({ ...tax, dueOn: '2027-02-03', lead: 1 }),
    'tax-over': reminder({ ...tax, dueOn: '2027-02-02', lead: -1 }),
    'tax-not-in-use': reminder({ ...tax, inUse: false }),
    insurance: reminder(insurance),
    'insurance-over': reminder({ ...insurance, dueOn: '2027-02-02', lead: -1 }),
    servicing: reminder(servicing),
    'servicing-over': reminder({ ...servicing, dueOn: '2027-02-02', lead: -1 }),
  };
};

const motResult: Extract<AlertFacts, { kind: 'mot-result' }> = {
  kind: 'mot-result',
  testNumber: '123456789012',
  testedOn: '2027-02-02',
  passed: true,
  expiresOn: '2028-03-03',
  advisories: [
    'Nearside Rear Tyre worn close to legal limit/worn on edge (5.2.3 (e))',
    'Front brake disc worn, pitted or scored, but not seriously weakened both front (1.1.14 (a) (ii))',
  ],
  failures: [],
  repeated: 1,
};

const departed = { kind: 'scrapped-or-exported', on: null, destroyed: false, source: 'UKVD' } as const;

export const alertExamples = (settings: MailSettings): Record<string, EmailContent> => {
  const alert = (facts: AlertFacts, readAt = at) =>
    alertEmail({ event: { registration: 'AB12CDE', facts, at: readAt }, token, settings }, at);
  return {
    usual: alert(motResult),
    'mot-failed': alert({
      ...motResult,
      passed: false,
      expiresOn: null,
      repeated: 2,
      failures: ['Nearside Front Tyre has ply or cords exposed (5.2.3 (d) (ii))'],
    }),
    'mot-clean': alert({ ...motResult, advisories: [], repeated: 0 }),
    'mot-hostile': alert({ ...motResult, advisories: ['<img src=https://evil.example/x.png> "A" & \'B\''] }),
    untaxed: alert({ kind: 'tax-status', from: 'Taxed', to: 'Untaxed', dueOn: '2027-02-01' }),
    taxed: alert({ kind: 'tax-status', from: null, to: 'Taxed', dueOn: '2028-02-01' }),
    sorn: alert({ kind: 'tax-status', from: 'Taxed', to: 'SORN', dueOn: null }),
    recall: alert({ kind: 'recall', outstanding: 'Yes', campaigns: ['R/2026/123', 'RCOMP/2026/045'] }),
    'recall-possible': alert({ kind: 'recall', outstanding: 'may-apply', campaigns: ['R/2026/123'] }),
    'recall-done': alert({ kind: 'recall', outstanding: 'No', campaigns: [] }),
    value: alert({ kind: 'value', month: '2027-02', pence: 680_000, beforePence: 702_500 }),
    'value-first': alert({ kind: 'value', month: '2027-02', pence: 680_000, beforePence: null }),
    finance: alert({ kind: 'finance', agreements: 1, before: 0, company: 'Example Finance Ltd' }),
    'finance-settled': alert({ kind: 'finance', agreements: 0, before: 1, company: null }),
    keeper: alert({ kind: 'keeper-change', on: '2027-01-28', keepers: 3 }),
    plate: alert({ kind: 'plate-change', on: '2027-01-28', from: 'AB12CDE', to: 'DA11NAD' }),
    petrol: alert({
      kind: 'petrol',
      fuel: 'E10',
      pencePerLitreTenths: 1_359,
      station: 'Example Services, Leeds',
      milesTenths: 12,
    }),
    'date-moved': alert({ kind: 'date-moved', of: 'mot', from: '2027-03-03', to: '2028-03-03' }),
    scrapped: alert({ ...departed, state: 'scrapped', on: '2027-01-28', destroyed: true }),
    exported: alert({ ...departed, state: 'exported', on: '2027-01-28' }),
    'marked-for-export': alert({ ...departed, state: 'marked-for-export', source: 'DVLA' }),
    'not-departed': alert({ ...departed, state: 'neither', source: 'DVLA' }),
    late: alert({ kind: 'tax-status', from: 'Taxed', to: 'Untaxed', dueOn: null }, new Date('2027-01-31T20:30:00Z')),
  };
};

import type { Watch, WatchEvent, WatchMessage } from '@ve/contracts/http/monitoring/watch';
import {
  defaultReminderLeadSettings,
  defaultQuietHours,
  type ReminderLeadSettings,
} from '@ve/domain/monitoring/reminders/reminder';
import type { FakeNetwork } from '@ve/mfe-kit/testing-network';

export const fixtureDay = '2026-11-21';

export const fixtureMobile = '+447700900123';

const readAt = '2026-11-21T06:00:00.000Z';

const nextCheckAt = '2026-11-28T09:00:00.000Z';

const leadsOf = ({ tax, mot, insurance, servicing }: ReminderLeadSettings): Watch['settings']['leads'] => {
  const copy = ({ email, sms }: ReminderLeadSettings['tax']) => ({ email: [...email], sms: [...sms] });
  return { tax: copy(tax), mot: copy(mot), insurance: copy(insurance), servicing: copy(servicing) };
};

/** A member's watch over AB12 CDE: tax in twelve days, MOT in a year, no dates of the member. */
export const watchFixture: Watch = {
  state: 'watching',
  registration: 'AB12CDE',
  settings: {
    email: true,
    sms: false,
    leads: leadsOf(defaultReminderLeadSettings),
    quiet: { ...defaultQuietHours },
    pause: null,
    disabledAlerts: [],
    postcode: null,
  },
  mailTo: { address: 'driver@example.com', stopped: false, optedOutStreams: [], refused: false },
  phone: null,
  dueDates: [
    { kind: 'mot', on: '2027-11-20', source: 'DVSA', readAt, why: null },
    { kind: 'tax', on: '2026-12-03', source: 'DVLA', readAt, why: null },
    { kind: 'insurance', on: null, source: null, readAt: null, why: null },
    { kind: 'servicing', on: null, source: null, readAt: null, why: null },
  ],
  upcoming: [
    { kind: 'tax', dueOn: '2026-12-03', lead: 7, channel: 'email', on: '2026-11-26' },
    { kind: 'tax', dueOn: '2026-12-03', lead: 7, channel: 'sms', on: '2026-11-26' },
    { kind: 'tax', dueOn: '2026-12-03', lead: 1, channel: 'email', on: '2026-12-02' },
    { kind: 'tax', dueOn: '2026-12-03', lead: -1, channel: 'email', on: '2026-12-04' },
    { kind: 'mot', dueOn: '2027-11-20', lead: 28, channel: 'email', on: '2027-10-23' },
    { kind: 'mot', dueOn: '2027-11-20', lead: 14, channel: 'email', on: '2027-11-06' },
  ],
  calendarUrl: null,
  carMayChangeOn: null,
  asOf: fixtureDay,
};

export const fixtureId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const watchMessageFixture: WatchMessage = {
  id: fixtureId(1),
  about: { what: 'reminder', kind: 'tax', dueOn: '2026-12-03', lead: 14, late: false },
  registration: 'AB12CDE',
  channel: 'email',
  at: '2026-11-19T08:05:00.000Z',
  state: 'delivered',
  why: null,
};

export const watchEventFixture: WatchEvent = {
  id: fixtureId(1),
  registration: 'AB12CDE',
  at: '2026-11-20T09:00:00.000Z',
  facts: {
    kind: 'mot-result',
    testNumber: '123',
    testedOn: '2026-11-20',
    passed: true,
    expiresOn: '2027-11-20',
    advisories: ['Nearside front tyre worn close to the legal limit'],
    failures: [],
    repeated: 1,
  },
};

export const watchFindingsFixture = {
  aspects: [
    {
      aspect: 'tax',
      state: 'read',
      because: null,
      readAt,
      everyDays: 7,
      nextCheckAt,
      found: { of: 'tax', status: 'Untaxed', dueOn: null },
    },
    { aspect: 'value', state: 'not-read', because: null, readAt: null, everyDays: 30, nextCheckAt, found: null },
    {
      aspect: 'recall',
      state: 'unavailable',
      because: null,
      readAt: null,
      everyDays: 1,
      nextCheckAt: readAt,
      found: null,
    },
    {
      aspect: 'finance',
      state: 'read',
      because: null,
      readAt,
      everyDays: 30,
      nextCheckAt,
      found: { of: 'finance', agreements: 2 },
    },
    {
      aspect: 'keepers',
      state: 'off',
      because: 'after-trial',
      readAt: null,
      everyDays: null,
      nextCheckAt: null,
      found: null,
    },
  ],
  values: [
    { month: '2026-09', pence: 640_000, readAt },
    { month: '2026-10', pence: 630_000, readAt },
    { month: '2026-11', pence: 615_000, readAt },
  ],
  recall: {
    outstanding: 'No',
    readAt,
    listedAt: '2026-11-20T06:00:00.000Z',
    campaigns: [
      { number: 'R/2026/001', launchedOn: '2026-05-01', concern: 'BRAKES MAY FAIL', remedy: 'Replace the hose' },
    ],
  },
};

/** Answers every request of the dashboard about the watch. */
export function answerWatchCalls(network: FakeNetwork, watch: Watch = watchFixture): void {
  network.answer('GET /api/watch', { body: watch });
  network.answer('GET /api/watch/findings', { body: watchFindingsFixture });
  network.answer('GET /api/watch/messages', { body: { messages: [watchMessageFixture], next: null } });
  network.answer('GET /api/watch/events', { body: { events: [watchEventFixture], next: null } });
  network.answer('GET /api/reports/AB12CDE', { body: { outcome: 'none' } });
}

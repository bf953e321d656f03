import { expect, test } from '@jest/globals';
import { areRemindersPausedOn } from './pause.ts';
import { defaultReminderLeadSettings } from './reminder.ts';
import { upcomingReminders } from './upcoming.ts';

const given = {
  dueDates: [
    { kind: 'mot', on: '2026-12-01' },
    { kind: 'tax', on: '2026-11-30' },
  ] as const,
  leads: defaultReminderLeadSettings,
  channels: { email: true, sms: false },
  pause: { paused: false, pausedUntil: null },
  planned: [],
  today: '2026-11-22',
};
const days = (changes: Partial<Parameters<typeof upcomingReminders>[0]> = {}) =>
  upcomingReminders({ ...given, ...changes }).map(({ on, kind, lead, channel }) => `${on} ${kind} ${lead} ${channel}`);

test('upcoming reminders are the chosen days before each date, soonest first', () => {
  expect(days()).toEqual([
    '2026-11-23 tax 7 email',
    '2026-11-24 mot 7 email',
    '2026-11-29 tax 1 email',
    '2026-11-30 mot 1 email',
    '2026-12-01 tax -1 email',
    '2026-12-02 mot -1 email',
  ]);
});

test('a reminder for today counts until it is planned', () => {
  expect(days({ today: '2026-11-30' })[0]).toBe('2026-11-30 mot 1 email');
  const planned = [{ kind: 'mot', dueOn: '2026-12-01', lead: 1, channel: 'email' }] as const;
  expect(days({ today: '2026-11-30', planned })).toEqual(['2026-12-01 tax -1 email', '2026-12-02 mot -1 email']);
});

test('days that are not chosen, disabled channels and days of a pause are left out', () => {
  const none = { email: [], sms: [] };
  expect(days({ leads: { ...defaultReminderLeadSettings, tax: none, mot: { email: [1], sms: [] } } })).toEqual([
    '2026-11-30 mot 1 email',
  ]);
  expect(days({ channels: { email: false, sms: false } })).toEqual([]);
  expect(days({ channels: { email: true, sms: true } })).toHaveLength(12);
  expect(days({ pause: { paused: true, pausedUntil: '2026-12-01' } })).toEqual([
    '2026-12-01 tax -1 email',
    '2026-12-02 mot -1 email',
  ]);
  expect(days({ pause: { paused: true, pausedUntil: null } })).toEqual([]);
});

test('a pause ends on its last day', () => {
  expect(areRemindersPausedOn({ paused: true, pausedUntil: '2026-11-22' }, '2026-11-22')).toBe(false);
  expect(areRemindersPausedOn({ paused: false, pausedUntil: null }, '2026-11-22')).toBe(false);
});

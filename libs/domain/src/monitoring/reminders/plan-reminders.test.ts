import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysBetween, londonDate, londonTime, type LondonTime } from '../../kernel/time/london-date.ts';
import {
  type ReminderDueDate,
  isQuietHour,
  dueReminderLead,
  type ReminderPreferences,
  remindersDueNow,
} from './plan-reminders.ts';
import { defaultReminderLeadSettings, defaultQuietHours, type ReminderLeadDays, reminderLeadDays } from './reminder.ts';

const choice: ReminderPreferences = {
  emailOn: true,
  smsOn: false,
  leads: defaultReminderLeadSettings,
  quiet: defaultQuietHours,
  paused: false,
  pausedUntil: null,
};
const anHour = 3_600_000;
const remind = (
  { kind, on, knownDays }: Pick<ReminderDueDate, 'kind' | 'on' | 'knownDays'>,
  chosen: ReminderPreferences,
  time: LondonTime,
) =>
  remindersDueNow(
    { ...chosen, kind, on, knownDays, leads: chosen.leads[kind], daysLeft: daysBetween(time.today, on) },
    time,
  );

describe('the lead that is due', () => {
  it.each<[string, ReminderLeadDays[], number, number, object | null]>([
    ['before the first', [28, 14], 29, 99, null],
    ['on its day', [28, 14], 28, 99, { lead: 28, late: false }],
    ['missed for three days', [28, 14], 25, 99, { lead: 28, late: true }],
    ['missed until the day before the next', [28, 14], 15, 99, { lead: 28, late: true }],
    ['only the next lead once it is due', [28, 14], 14, 99, { lead: 14, late: false }],
    ['missed, with no other before the date', [28], 3, 99, { lead: 28, late: true }],
    ['on the due date itself', [7, 1], 0, 99, { lead: 1, late: true }],
    ['the date is over', [7, 1], -1, 99, null],
    ['the day after', [7, 1, -1], -1, 99, { lead: -1, late: false }],
    ['a week late', [-1], -8, 99, { lead: -1, late: true }],
    ['no longer useful', [-1], -9, 99, null],
    ['its own day, for a date known since today', [14], 14, 0, { lead: 14, late: false }],
    ['an earlier day, for a date known since today', [14], 13, 0, null],
    ['a date known since its day', [14], 12, 2, { lead: 14, late: true }],
    ['a date known since the day after', [14], 12, 1, null],
    ['none is chosen', [], 14, 99, null],
    ['in any order', [-1, 1, 7, 28, 14], 7, 99, { lead: 7, late: false }],
  ])('%s', (_, leads, daysLeft, knownDays, expected) => {
    expect(dueReminderLead(leads, { daysLeft, knownDays })).toEqual(expected);
  });
});

it.each([
  [21, 8, [21, 22, 23, 0, 7], [8, 12, 20]],
  [0, 0, [], [0, 8, 23]],
  [13, 14, [13], [12, 14, 0]],
  [0, 23, [0, 22], [23]],
])('quiet from %i to %i', (from, until, quiet, loud) => {
  expect(quiet.map((hour) => isQuietHour({ from, until }, hour))).toEqual(quiet.map(() => true));
  expect(loud.map((hour) => isQuietHour({ from, until }, hour))).toEqual(loud.map(() => false));
});

describe('the calendar', () => {
  it.each([
    ['2028-03-01', 1, '2028-02-29'],
    ['2027-03-01', 1, '2027-02-28'],
    ['2028-02-29', -1, '2028-03-01'],
    ['2027-03-31', 28, '2027-03-03'],
    ['2027-01-13', 14, '2026-12-30'],
    ['2027-03-28', 1, '2027-03-27'],
    ['2027-10-31', 7, '2027-10-24'],
  ] as const)('a date on %s has the lead of %i on %s', (on, lead, day) => {
    for (const [offset, due] of [
      [-1, false],
      [0, true],
    ] as const) {
      const planned = remind(
        { kind: 'tax', on, knownDays: 99 },
        { ...choice, leads: { ...defaultReminderLeadSettings, tax: { email: [lead], sms: [] } } },
        { today: addDays(day, offset), hour: 8 },
      );
      expect(planned.length === 1 && !planned[0]?.late).toBe(due);
    }
  });

  it.each([
    ['the night the clocks go forward', '2027-03-28T06:59:59Z', '2027-03-28T07:00:00Z'],
    ['the night they go back', '2027-10-31T07:59:59Z', '2027-10-31T08:00:00Z'],
    ['in winter', '2027-01-15T07:59:59Z', '2027-01-15T08:00:00Z'],
    ['in summer', '2027-07-15T06:59:59Z', '2027-07-15T07:00:00Z'],
  ])('begins at eight in London: %s', (_, before, at) => {
    const due = (now: Date) => ({ kind: 'mot', on: addDays(londonDate(now), 14), knownDays: 99 }) as const;
    const planned = (iso: string) => remind(due(new Date(iso)), choice, londonTime(new Date(iso))).length;
    expect([planned(before), planned(at)]).toEqual([0, 1]);
  });
});

describe('over any sequence of scans', () => {
  const someLeads = fc.subarray([...reminderLeadDays]);
  const hours = fc.integer({ min: 0, max: 23 });
  const quiet = fc.record({ from: hours, until: hours });
  const start = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });

  /** Returns what is sent if a ledger stores what was planned, as the scan does. */
  const sendAt = (times: Date[], on: string, chosen: ReminderPreferences) => {
    const ledger = new Map<string, { at: Date; late: boolean; lead: ReminderLeadDays }>();
    for (const at of times) {
      for (const { lead, channel, late } of remind({ kind: 'tax', on, knownDays: 999 }, chosen, londonTime(at))) {
        const key = `${lead} ${channel}`;
        if (!ledger.has(key)) ledger.set(key, { at, late, lead });
      }
    }
    return ledger;
  };

  test('hourly scans send each lead exactly once, on its day, outside quiet hours', () => {
    fc.assert(
      fc.property(start, someLeads, quiet, fc.integer({ min: 0, max: 59 }), (from, leads, hoursOff, minute) => {
        const on = addDays(londonDate(from), 30);
        const times = Array.from(
          { length: 42 * 24 },
          (_, n) => new Date(from.getTime() + n * anHour + minute * 60_000),
        );
        const chosen = {
          ...choice,
          quiet: hoursOff,
          leads: { ...defaultReminderLeadSettings, tax: { email: leads, sms: [] } },
        };
        const sent = [...sendAt(times, on, chosen).values()];
        expect(sent.map(({ lead }) => lead).toSorted()).toEqual(leads.toSorted());
        for (const { at, late, lead } of sent) {
          expect(daysBetween(londonDate(at), on)).toBe(lead);
          expect(late).toBe(false);
          expect(isQuietHour(hoursOff, londonTime(at).hour)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('rare or disordered scans send no lead twice, before its day, after the date, or in quiet hours', () => {
    const jumps = fc.array(fc.integer({ min: -2 * 24, max: 12 * 24 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(start, someLeads, quiet, jumps, (from, leads, hoursOff, steps) => {
        const on = addDays(londonDate(from), 30);
        let at = from.getTime();
        const times = steps.map((hoursOn) => new Date((at += hoursOn * anHour)));
        const chosen = {
          ...choice,
          smsOn: true,
          quiet: hoursOff,
          leads: { ...defaultReminderLeadSettings, tax: { email: leads, sms: leads } },
        };
        for (const { at: sentAt, late, lead } of sendAt(times, on, chosen).values()) {
          const daysLeft = daysBetween(londonDate(sentAt), on);
          expect(leads).toContain(lead);
          expect(daysLeft).toBeLessThanOrEqual(lead);
          expect(late).toBe(daysLeft < lead);
          expect(daysLeft).toBeGreaterThanOrEqual(lead < 0 ? -8 : 0);
          // Only the nearest lead is sent: no other one is in between.
          expect(leads.some((other) => other < lead && other >= daysLeft)).toBe(false);
          expect(isQuietHour(hoursOff, londonTime(sentAt).hour)).toBe(false);
        }
      }),
    );
  });
});

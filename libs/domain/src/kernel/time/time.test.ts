import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatDate, formatDateShort, formatInstant, formatInstantShort } from './format-date.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  isCalendarDay,
  londonDate,
  startOfLondonDay,
  yearsBetween,
} from './london-date.ts';
import { relativeTime } from './relative-time.ts';

const day = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('the London calendar day', () => {
  test.each([
    ['2026-03-28T23:59:59.000Z', '2026-03-28', 'winter: London is UTC'],
    ['2026-03-29T22:59:59.000Z', '2026-03-29', 'the day the clocks go forward'],
    ['2026-03-29T23:00:00.000Z', '2026-03-30', 'summer: midnight comes an hour before UTC'],
    ['2026-10-24T23:30:00.000Z', '2026-10-25', 'the last evening of summer time'],
    ['2026-10-25T23:30:00.000Z', '2026-10-25', 'the day the clocks go back'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01', 'new year'],
  ])('%s is %s (%s)', (instant, expected) => {
    expect(londonDate(new Date(instant))).toBe(expected);
  });

  test.each([
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['2026-07-15', '2026-07-14T23:00:00.000Z'],
    ['2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', '2026-10-24T23:00:00.000Z'],
    ['2026-10-26', '2026-10-26T00:00:00.000Z'],
  ])('%s begins at %s', (date, instant) => {
    expect(startOfLondonDay(date).toISOString()).toBe(instant);
  });

  test('begins when the day before ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const date = addDays('1972-01-01', days);
        const start = startOfLondonDay(date).getTime();
        expect([londonDate(new Date(start - 1)), londonDate(new Date(start))]).toEqual([addDays(date, -1), date]);
      }),
    );
  });
});

describe('calendar arithmetic', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-15', 14, '2028-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  test('adding days and counting them are inverse', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -9_999, max: 9_999 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });

  test('a clock change neither adds nor drops a day', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  });

  test.each([
    ['2020-06-15', '2026-06-14', 5],
    ['2020-06-15', '2026-06-15', 6],
    ['2024-02-29', '2025-02-28', 1],
    ['2026-06-15', '2020-01-01', 0],
  ])('from %s to %s are %i years', (from, to, years) => {
    expect(yearsBetween(from, to)).toBe(years);
  });

  test.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-01-01', false],
  ])('%s exists: %s', (date, exists) => {
    expect(isCalendarDay(date)).toBe(exists);
  });
});

describe('formatted dates', () => {
  test('prose, table and instant', () => {
    expect(formatDate('2027-03-03')).toBe('3 March 2027');
    expect(formatDateShort('2027-03-03')).toBe('03/03/2027');
    expect(formatInstant('2026-07-01T13:05:00.000Z')).toBe('1 July 2026 at 14:05 UK time');
    expect(formatInstantShort('2026-07-01T13:05:00.000Z')).toBe('01/07/2026 14:05');
  });

  test('anything but a calendar day is returned unchanged', () => {
    expect(formatDate('2027-13-45')).toBe('2027-13-45');
    expect(formatDateShort('soon')).toBe('soon');
  });
});

describe('relative time', () => {
  const now = new Date('2026-06-01T12:00:00.000Z');
  const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1_000).toISOString(), now);
  const daySeconds = 86_400;

  test.each([
    [-60, 'Just now'],
    [-61, 'in 1 minute'],
    [-7_200, 'in 2 hours'],
    [-8 * daySeconds, 'in 8 days'],
    [0, 'Just now'],
    [29, 'Just now'],
    [30, '30 seconds ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [daySeconds - 1, '23 hours ago'],
    [daySeconds, '1 day ago'],
    [30 * daySeconds - 1, '29 days ago'],
    [30 * daySeconds, '1 month ago'],
    [365 * daySeconds - 1, '12 months ago'],
    [365 * daySeconds, '1 year ago'],
    [800 * daySeconds, '2 years ago'],
  ])('%i s ago is %s', (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });
});

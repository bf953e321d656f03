import { expect, test } from '@jest/globals';
import { monitorCheckIntervalStart, monitorCheckTimeOf, nextMonitorCheckDay } from './next-check.ts';
import { textTimeOutsideQuietHours } from './text-send-time.ts';

test.each([
  ['2026-11-22', 7, null, '2026-11-29'],
  ['2026-11-22', 7, '2026-12-31', '2026-11-29'],
  ['2026-11-22', 7, '2026-11-25', '2026-11-25'],
  ['2026-11-25', 7, '2026-11-25', '2026-11-26'],
  ['2026-11-26', 7, '2026-11-25', '2026-11-28'],
  ['2026-12-02', 7, '2026-11-25', '2026-12-09'],
  ['2026-11-22', 0, null, '2026-11-23'],
])('after %s, every %d days and with %s as due date, the next check is on %s', (today, everyDays, due, day) => {
  expect(nextMonitorCheckDay(today, everyDays, { dueOn: due })).toBe(day);
});

test.each([
  ['a whole interval from then', '2026-09-01', '2026-12-01'],
  ['tomorrow', '2026-08-24', '2026-11-23'],
  ['from today, where that is past', '2026-08-23', '2027-02-21'],
  ['from today, where the clock was ahead', '2026-12-24', '2027-02-21'],
])('an earlier request counts %s', (_, checkedOn, day) => {
  expect(nextMonitorCheckDay('2026-11-22', 91, { checkedOn })).toBe(day);
});

test('a result is valid until the day of the next check, regardless of its time of day', () => {
  expect(monitorCheckIntervalStart(new Date('2026-11-22T23:00:00Z'), 91)).toEqual(new Date('2026-08-23T23:00:00Z'));
  expect(nextMonitorCheckDay('2026-11-22', 91, { checkedOn: '2026-08-24' })).toBe('2026-11-23');
});

test('checks are spread over the day in London, at a fixed time for each member', () => {
  expect(monitorCheckTimeOf('2026-11-22', '00000000-0000-4000-8000-000000000001')).toEqual(
    new Date('2026-11-22T07:00:00Z'),
  );
  expect(monitorCheckTimeOf('2026-07-22', 'ffffffff-0000-4000-8000-000000000001')).toEqual(
    new Date('2026-07-22T17:59:59.999Z'),
  );
});

test.each([
  ['by day, at once', '2026-11-22T12:00:00Z', 21, 8, '2026-11-22T12:00:00Z'],
  ['in the evening, at eight', '2026-11-22T21:30:00Z', 21, 8, '2026-11-23T08:00:00Z'],
  ['in the morning, at eight', '2026-11-22T05:00:00Z', 21, 8, '2026-11-22T08:00:00Z'],
  ['in summer, by the clock', '2026-07-22T20:30:00Z', 21, 8, '2026-07-23T07:00:00Z'],
  ['in the night in which the clock goes on', '2027-03-27T22:00:00Z', 21, 8, '2027-03-28T07:00:00Z'],
  ['in the night in which it goes back', '2026-10-24T21:00:00Z', 21, 8, '2026-10-25T08:00:00Z'],
  ['without quiet hours, at once', '2026-11-22T03:00:00Z', 0, 0, '2026-11-22T03:00:00Z'],
  ['with quiet hours by day', '2026-11-22T10:00:00Z', 9, 17, '2026-11-22T17:00:00Z'],
])('a text %s', (_, at, from, until, time) => {
  expect(textTimeOutsideQuietHours(new Date(at), { from, until })).toEqual(new Date(time));
});

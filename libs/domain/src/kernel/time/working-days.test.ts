import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { complaintDeadlines } from '../../messaging/contact/complaint-deadlines.ts';
import { addDays, daysBetween, londonDate } from './london-date.ts';
import { addWorkingDays, addWorkingHours, bankHolidays, easterSunday, isWorkingDay } from './working-days.ts';

describe('the bank holidays of England and Wales, as https://www.gov.uk/bank-holidays lists them', () => {
  test.each([
    [2012, '01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26'],
    [2015, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    [2016, '01-01 03-25 03-28 05-02 05-30 08-29 12-26 12-27'],
    [2017, '01-02 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
    [2019, '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26'],
    [2020, '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
    [2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    [2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
    [2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
    [2024, '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
    [2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
    [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
  ])('%i', (year, days) => {
    expect(bankHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  test('Easter is a Sunday from 22 March to 25 April, in its earliest and latest years too', () => {
    expect([easterSunday(1818), easterSunday(2038), easterSunday(2000)]).toEqual([
      '1818-03-22',
      '2038-04-25',
      '2000-04-23',
    ]);
    for (let year = 1900; year <= 2200; year += 1) {
      const easter = easterSunday(year);
      expect(Math.abs(daysBetween('2000-01-02', easter)) % 7).toBe(0);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
      // Eight each year, never two on one day.
      expect(new Set(bankHolidays(year)).size).toBe(bankHolidays(year).length);
      expect(bankHolidays(year).length).toBeGreaterThanOrEqual(8);
    }
  });
});

describe('48 working hours', () => {
  test.each([
    ['2026-11-23T09:00:00Z', '2026-11-30T17:00:00Z', 'a Monday morning: six working days'],
    ['2026-11-25T14:30:00Z', '2026-12-03T14:30:00Z', 'a Wednesday afternoon'],
    ['2026-11-21T12:00:00Z', '2026-11-30T17:00:00Z', 'a Saturday counts from Monday'],
    ['2026-11-23T22:00:00Z', '2026-12-01T17:00:00Z', 'an evening counts from the next morning'],
    ['2026-11-23T03:00:00Z', '2026-11-30T17:00:00Z', 'a night counts from its morning'],
    ['2026-12-22T17:00:00Z', '2027-01-04T17:00:00Z', 'Christmas, Boxing Day with its substitute, New Year'],
    ['2026-04-01T08:00:00Z', '2026-04-10T16:00:00Z', 'Good Friday and Easter Monday, by summer time'],
    ['2026-03-26T12:00:00Z', '2026-04-07T11:00:00Z', 'the clocks go forward, then Easter'],
    ['2026-10-23T10:00:00Z', '2026-11-02T11:00:00Z', 'the clocks go back'],
    ['2026-05-01T15:00:00Z', '2026-05-12T15:00:00Z', 'the early May bank holiday'],
  ])('from %s end at %s: %s', (from, to) => {
    expect(addWorkingHours(new Date(from), 48).toISOString()).toBe(new Date(to).toISOString());
  });
});

describe('ten working days', () => {
  test.each([
    ['2026-11-23T09:00:00Z', '2026-12-07T17:00:00Z', 'a Monday'],
    ['2026-11-21T12:00:00Z', '2026-12-04T17:00:00Z', 'a Saturday: Monday is the first'],
    ['2026-12-18T12:00:00Z', '2027-01-06T17:00:00Z', 'three bank holidays between'],
    ['2026-03-24T12:00:00Z', '2026-04-09T16:00:00Z', 'Easter, and summer time begins'],
    ['2026-10-20T12:00:00Z', '2026-11-03T17:00:00Z', 'summer time ends'],
    ['2026-07-01T23:30:00Z', '2026-07-16T16:00:00Z', 'the day is that of London'],
  ])('after %s end at %s: %s', (from, to) => {
    expect(addWorkingDays(new Date(from), 10).toISOString()).toBe(new Date(to).toISOString());
  });
});

describe('for any time', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });

  test('the end is on a working day, within its hours, and hours add up', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (at, first, second) => {
        const end = addWorkingHours(at, first);
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(isWorkingDay(londonDate(end))).toBe(true);
        expect(addWorkingHours(end, second)).toEqual(addWorkingHours(at, first + second));
      }),
    );
  });

  test('a later start never ends earlier', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 10 * 86_400_000 }), (at, later) => {
        const next = new Date(at.getTime() + later);
        expect(addWorkingHours(next, 48).getTime()).toBeGreaterThanOrEqual(addWorkingHours(at, 48).getTime());
        expect(addWorkingDays(next, 10).getTime()).toBeGreaterThanOrEqual(addWorkingDays(at, 10).getTime());
      }),
    );
  });

  test('there are as many working days in between as were added', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 30 }), (at, days) => {
        const [from, to] = [londonDate(at), londonDate(addWorkingDays(at, days))];
        const between = Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n + 1));
        expect(between.filter(isWorkingDay)).toHaveLength(days);
        expect(isWorkingDay(to)).toBe(true);
      }),
    );
  });

  test('a complaint is to be answered before it is escalated', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const { answerBy, escalationAt } = complaintDeadlines(at);
        expect(answerBy.getTime()).toBeLessThan(escalationAt.getTime());
      }),
    );
  });

  test('only a positive number can be added', () => {
    for (const wrong of [0, -1, Number.NaN, Infinity]) {
      expect(() => addWorkingHours(new Date(), wrong)).toThrow(RangeError);
      expect(() => addWorkingDays(new Date(), wrong)).toThrow(RangeError);
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, addMonths } from '../../kernel/time/london-date.ts';
import { comparisonDaysOf } from './comparison-days.ts';
import { daysOfRange, dayFigureNames, groupFiguresByDay, netRevenuePence, totalDayFigures } from './day-figures.ts';
import { formatPercentageChange, percentageChange } from './percentage-change.ts';

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('the compared days', () => {
  test.each([
    ['2026-11-22', '2026-11-21', '2026-10-22', 'an ordinary day'],
    ['2026-03-31', '2026-03-30', '2026-02-28', 'no 31 February'],
    ['2026-03-29', '2026-03-28', '2026-02-28', 'nor a 29 February'],
    ['2028-03-31', '2028-03-30', '2028-02-29', 'but in a leap year'],
    ['2026-12-31', '2026-12-30', '2026-11-30', 'no 31 November'],
    ['2026-01-01', '2025-12-31', '2025-12-01', 'the year before'],
  ])('of %s are %s and %s (%s)', (today, yesterday, sameDayLastMonth) => {
    expect(comparisonDaysOf(today)).toEqual({ today, yesterday, sameDayLastMonth });
  });

  test('the same day last month is always in last month, and never a later day of it', () => {
    fc.assert(
      fc.property(day, (today) => {
        const { sameDayLastMonth } = comparisonDaysOf(today);
        const lastMonth = addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
        expect(sameDayLastMonth.slice(0, 7)).toBe(lastMonth);
        expect(sameDayLastMonth.slice(8) <= today.slice(8)).toBe(true);
      }),
    );
  });
});

describe('the percentage change', () => {
  test.each([
    [9, 8, '+12.5%'],
    [97, 100, '-3.0%'],
    [0, 4, '-100.0%'],
    [3, 0, '+100.0%'],
    [0, 0, '+0.0%'],
    [5, 5, '+0.0%'],
    [1, 3, '-66.7%'],
    [99_999, 100_000, '+0.0%'],
    [300_000, 1, '+29999900.0%'],
  ])('from %i today and %i last month is %s', (today, lastMonth, words) => {
    expect(formatPercentageChange(percentageChange(today, lastMonth))).toBe(words);
  });

  test('has the sign of the difference, one decimal, and undoes itself', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(count, count, (today, lastMonth) => {
        const percent = percentageChange(today, lastMonth);
        expect(Math.sign(percent)).toBe(Math.sign(today - lastMonth));
        expect(formatPercentageChange(percent)).toMatch(/^[+-]\d+\.\d%$/);
        if (lastMonth > 0) expect(lastMonth * (1 + percent / 100)).toBeCloseTo(today, 3);
      }),
    );
  });
});

describe('the figures of each day', () => {
  const counted = fc.array(
    fc.record({
      date: fc.integer({ min: -3, max: 33 }).map((days) => addDays('2026-03-01', days)),
      figure: fc.constantFrom(...dayFigureNames),
      value: fc.integer({ min: 0, max: 100_000 }),
    }),
  );

  test('a range ends today and has the given number of days', () => {
    expect(daysOfRange('2026-03-31', 3)).toEqual(['2026-03-29', '2026-03-30', '2026-03-31']);
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 365 }), (today, range) => {
        const days = daysOfRange(today, range);
        expect([days.length, new Set(days).size, days.at(-1)]).toEqual([range, range, today]);
        expect(days.toSorted()).toEqual(days);
      }),
    );
  });

  test('a day without figures has zeros', () => {
    expect(groupFiguresByDay(['2026-03-29'], [])).toEqual([
      {
        date: '2026-03-29',
        signUps: 0,
        newMembers: 0,
        cancellations: 0,
        refunds: 0,
        grossPence: 0,
        returnedPence: 0,
      },
    ]);
  });

  test('every count within the range is included, and none outside of it', () => {
    fc.assert(
      fc.property(counted, (all) => {
        const days = daysOfRange('2026-03-31', 31);
        const total = totalDayFigures(groupFiguresByDay(days, all));
        for (const name of dayFigureNames) {
          const within = all.filter(({ date, figure }) => figure === name && days.includes(date));
          expect(total[name]).toBe(within.reduce((sum, { value }) => sum + value, 0));
        }
      }),
    );
  });

  test('net revenue of the days, even if negative, adds up to that of the range', () => {
    expect(netRevenuePence({ grossPence: 50, returnedPence: 890 })).toBe(-840);
    fc.assert(
      fc.property(counted, (all) => {
        const days = groupFiguresByDay(daysOfRange('2026-03-31', 31), all);
        expect(days.reduce((sum, each) => sum + netRevenuePence(each), 0)).toBe(netRevenuePence(totalDayFigures(days)));
      }),
    );
  });
});

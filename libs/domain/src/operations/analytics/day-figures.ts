import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays } from '../../kernel/time/london-date.ts';

/** The selectable ranges, in days, including today. */
export const analyticsRanges = [7, 30, 90, 365] as const;

export type AnalyticsRange = (typeof analyticsRanges)[number];

/** The figures of a day; `definitions.ts` defines each. Money in pence. */
export const dayFigureNames = [
  'signUps',
  'newMembers',
  'cancellations',
  'refunds',
  'grossPence',
  'returnedPence',
] as const;

export type DayFigureName = (typeof dayFigureNames)[number];

export type DayFigureValues = Record<DayFigureName, number>;

export interface DayFigures extends DayFigureValues {
  date: IsoDate;
}

/** The days of a range that ends today, oldest first. */
export const daysOfRange = (today: IsoDate, range: number): IsoDate[] =>
  Array.from({ length: range }, (_, index) => addDays(today, index - range + 1));

/** The latest days are counted on each read, so that late events from Stripe are included immediately. */
const freshDays = 3;

/** The days of a range ending today that are stored once counted. */
export const storedDaysOfRange = (today: IsoDate, range: number): IsoDate[] =>
  daysOfRange(today, range).slice(0, -freshDays);

/**
 * Earlier days seldom change (a cancellation is undone, a bank decides), so they are counted again at this interval.
 */
export const dayFiguresRecountMs = 24 * 3_600_000;

export interface CountedDayFigure {
  date: IsoDate;
  figure: DayFigureName;
  value: number;
}

/** Returns every day with every figure, in the order of `days`; missing figures are 0, repeated ones are added up. */
export function groupFiguresByDay(days: readonly IsoDate[], counted: readonly CountedDayFigure[]): DayFigures[] {
  const byDay = new Map(days.map((date) => [date, { date, ...noFigures() }]));
  for (const { date, figure, value } of counted) {
    const day = byDay.get(date);
    if (day !== undefined) day[figure] += value;
  }
  return [...byDay.values()];
}

/** The sum of each figure. */
export function totalDayFigures(days: readonly DayFigureValues[]): DayFigureValues {
  const total = noFigures();
  for (const day of days) for (const name of dayFigureNames) total[name] += day[name];
  return total;
}

/** Gross revenue less refunds, in pence; negative if refunds exceed it. */
export const netRevenuePence = ({
  grossPence,
  returnedPence,
}: Pick<DayFigureValues, 'grossPence' | 'returnedPence'>): number => grossPence - returnedPence;

const noFigures = (): DayFigureValues => ({
  signUps: 0,
  newMembers: 0,
  cancellations: 0,
  refunds: 0,
  grossPence: 0,
  returnedPence: 0,
});

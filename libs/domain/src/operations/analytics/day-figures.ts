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

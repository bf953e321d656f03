import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays } from '../../kernel/time/london-date.ts';

/** The selectable ranges, in days, including today. */
export const analyticsRanges = [7, 30, 90, 365] as const;

export type AnalyticsRange = (typeof analyticsRanges)[number];

/** The figures of a day; `definitions.ts` defines each. Money in pence. */
export const figureNames = [
  'signUps',
  'newMembers',
  'cancellations',
  'refunds',
  'grossPence',
  'returnedPence',
] as const;

export type FigureName = (typeof figureNames)[number];

export type FigureValues = Record<FigureName, number>;

export interface DayFigures extends FigureValues {
  date: IsoDate;
}

/** The days of a range that ends today, oldest first. */
export const daysOfRange = (today: IsoDate, range: number): IsoDate[] =>
  Array.from({ length: range }, (_, index) => addDays(today, index - range + 1));

export interface CountedFigure {
  date: IsoDate;
  figure: FigureName;
  value: number;
}

/** Returns every day with every figure, in the order of `days`; missing figures are 0, repeated ones are added up. */
export function figuresByDay(days: readonly IsoDate[], counted: readonly CountedFigure[]): DayFigures[] {
  const byDay = new Map(days.map((date) => [date, { date, ...noFigures() }]));
  for (const { date, figure, value } of counted) {
    const day = byDay.get(date);
    if (day !== undefined) day[figure] += value;
  }
  return [...byDay.values()];
}

/** The sum of each figure. */
export function totalFigures(days: readonly FigureValues[]): FigureValues {
  const total = noFigures();
  for (const day of days) for (const name of figureNames) total[name] += day[name];
  return total;
}

/** Gross revenue less refunds, in pence; negative if refunds exceed it. */
export const netPence = ({ grossPence, returnedPence }: Pick<FigureValues, 'grossPence' | 'returnedPence'>): number =>
  grossPence - returnedPence;

const noFigures = (): FigureValues => ({
  signUps: 0,
  newMembers: 0,
  cancellations: 0,
  refunds: 0,
  grossPence: 0,
  returnedPence: 0,
});

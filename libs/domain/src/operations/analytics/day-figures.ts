import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays } from '../../kernel/time/london-date.ts';

/** How many days may be looked back upon, today included. */
export const analyticsRanges = [7, 30, 90, 365] as const;

export type AnalyticsRange = (typeof analyticsRanges)[number];

/** What is counted of each day; `definitions.ts` says what each figure means. Money in pence. */
export const figureNames = [
  'signUps',
  'newMembers',
  'cancellations',
  'refunds',
  'grossPence',
  'returnedPence',
] as const;

export type FigureName = (typeof figureNames)[number];

export type Figures = Record<FigureName, number>;

export interface DayFigures extends Figures {
  date: IsoDate;
}

/** The days of a range that ends today, oldest first. */
export const daysOfRange = (today: IsoDate, range: number): IsoDate[] =>
  Array.from({ length: range }, (_, index) => addDays(today, index - range + 1));

/** A figure of one day. */
export interface Counted {
  date: IsoDate;
  figure: FigureName;
  value: number;
}

/** Every day with every figure, in the order of `days`; what was not counted is 0, and what is counted twice adds up. */
export function figuresByDay(days: readonly IsoDate[], counted: readonly Counted[]): DayFigures[] {
  const byDay = new Map(days.map((date) => [date, { date, ...noFigures() }]));
  for (const { date, figure, value } of counted) {
    const day = byDay.get(date);
    if (day !== undefined) day[figure] += value;
  }
  return [...byDay.values()];
}

/** The sum of each figure. */
export function totalFigures(days: readonly Figures[]): Figures {
  const total = noFigures();
  for (const day of days) for (const name of figureNames) total[name] += day[name];
  return total;
}

/** What came in less what went back, in pence; negative where more went back. */
export const netPence = ({ grossPence, returnedPence }: Pick<Figures, 'grossPence' | 'returnedPence'>): number =>
  grossPence - returnedPence;

const noFigures = (): Figures => ({
  signUps: 0,
  newMembers: 0,
  cancellations: 0,
  refunds: 0,
  grossPence: 0,
  returnedPence: 0,
});

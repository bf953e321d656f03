import type { IsoDate } from './iso-date.ts';

const millisecondsPerDay = 86_400_000;
const londonDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in Europe/London at an instant. Throws a RangeError for an invalid Date. */
export function londonDate(now: Date): IsoDate {
  const [day = '', month = '', year = ''] = londonDay.format(now).split('/');
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

const londonHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' });

/** The hour of the day in Europe/London at an instant, 0 to 23. Throws a RangeError for an invalid Date. */
export const hourInLondon = (now: Date): number => Number(londonHour.format(now));

/** Calendar day and hour in London. */
export interface LondonTime {
  today: IsoDate;
  hour: number;
}

/** Calendar day and hour in Europe/London at an instant. */
export const londonTime = (now: Date): LondonTime => ({ today: londonDate(now), hour: hourInLondon(now) });

/** The instant at which a calendar day, since 1972, begins in Europe/London. Such a day has 23 to 25 hours. */
export function startOfLondonDay(date: IsoDate): Date {
  const midnight = dayNumber(date) * millisecondsPerDay;
  // London is at UTC or one hour ahead, and never changes its clock between 23:00 and 01:00 UTC.
  return new Date(londonHour.format(midnight) === '00' ? midnight : midnight - 3_600_000);
}

/** True for a `YYYY-MM-DD` date that exists. */
export function isCalendarDay(date: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && toIso(dayNumber(date)) === date;
}

/** Adds calendar days, which are not affected by clock changes. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return toIso(dayNumber(date) + days);
}

/** Whole days from `from` to `to`: negative when `to` is earlier, 0 on the same day. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * The same day of a later (or earlier) month; the month's last day if it has no such day: 31 January + 1 = 28 February.
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year, month, day] = split(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: ((index % 12) + 12) % 12 };
  const lastDay = new Date(utc(target.year, target.month + 1, 0)).getUTCDate();
  return toIso(utc(target.year, target.month, Math.min(day, lastDay)) / millisecondsPerDay);
}

/** The last day of the month that the day is in. */
export function lastDayOfMonth(day: IsoDate): IsoDate {
  return addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1);
}

/** Completed years from `from` to `to`; 0 when `to` is earlier. 29 February counts as 28 February in other years. */
export function yearsBetween(from: IsoDate, to: IsoDate): number {
  const years = split(to)[0] - split(from)[0];
  return Math.max(0, addMonths(from, years * 12) > to ? years - 1 : years);
}

function split(date: IsoDate): [number, number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

function dayNumber(date: IsoDate): number {
  const [year, month, day] = split(date);
  return utc(year, month - 1, day) / millisecondsPerDay;
}

/** Unlike Date.UTC, does not read the years 0 to 99 as 1900 to 1999. */
function utc(year: number, monthIndex: number, day: number): number {
  return new Date(0).setUTCFullYear(year, monthIndex, day);
}

function toIso(day: number): IsoDate {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}

import type { IsoDate } from './iso-date.ts';
import { addDays, londonDate } from './london-date.ts';

/** Working hours of a working day in Europe/London. */
const opens = 9;
const closes = 17;

export const workingDayHours = closes - opens;

const anHour = 3_600_000;

/**
 * Years in which a proclamation moved a bank holiday of England and Wales or added one. From
 * https://www.gov.uk/bank-holidays; a new one is added here once it is announced.
 */
const proclaimed: readonly { on: IsoDate; instead?: IsoDate; why: string }[] = [
  { on: '2012-06-04', instead: '2012-05-28', why: 'Spring bank holiday' },
  { on: '2012-06-05', why: 'Queen’s Diamond Jubilee' },
  { on: '2020-05-08', instead: '2020-05-04', why: 'Early May bank holiday (VE day)' },
  { on: '2022-06-02', instead: '2022-05-30', why: 'Spring bank holiday' },
  { on: '2022-06-03', why: 'Platinum Jubilee bank holiday' },
  { on: '2022-09-19', why: 'Bank Holiday for the State Funeral of Queen Elizabeth II' },
  { on: '2023-05-08', why: 'Bank holiday for the coronation of King Charles III' },
];

const pad = (part: number): string => String(part).padStart(2, '0');
const dateOf = (year: number, month: number, day: number): IsoDate => `${year}-${pad(month)}-${pad(day)}`;

/** 0 is Sunday. */
const weekday = (date: IsoDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const isWeekend = (date: IsoDate): boolean => weekday(date) % 6 === 0;

/** Easter Sunday in the Gregorian calendar ("anonymous" computus; J. Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return dateOf(year, Math.floor(days / 31), (days % 31) + 1);
}

/** The first Monday from a day on. */
const mondayFrom = (date: IsoDate): IsoDate => addDays(date, (8 - weekday(date)) % 7);

/** The first day from `date` on that is neither at a weekend nor taken. */
function substituteFor(date: IsoDate, taken: readonly IsoDate[]): IsoDate {
  let day = date;
  while (isWeekend(day) || taken.includes(day)) day = addDays(day, 1);
  return day;
}

/**
 * The bank holidays of England and Wales in a year, in order: by the Banking and Financial Dealings Act 1971 and the
 * yearly proclamations, with holidays that were moved or added.
 */
export function bankHolidays(year: number): IsoDate[] {
  const easter = easterSunday(year);
  const [christmas, boxing] = [dateOf(year, 12, 25), dateOf(year, 12, 26)];
  // A Boxing Day on a Monday stays, and the substitute for Christmas Day follows it.
  const boxingHoliday = substituteFor(boxing, isWeekend(boxing) ? [substituteFor(christmas, [])] : []);
  const usual = [
    substituteFor(dateOf(year, 1, 1), []),
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(dateOf(year, 5, 1)),
    mondayFrom(dateOf(year, 5, 25)),
    mondayFrom(dateOf(year, 8, 25)),
    substituteFor(christmas, [boxingHoliday]),
    boxingHoliday,
  ];
  const changed = proclaimed.filter(({ on }) => on.startsWith(`${year}-`));
  const moved = new Set(changed.map(({ instead }) => instead));
  return [...usual.filter((day) => !moved.has(day)), ...changed.map(({ on }) => on)].sort();
}

/** Monday to Friday, except bank holidays in England and Wales. */
export const isWorkingDay = (date: IsoDate): boolean =>
  !isWeekend(date) && !bankHolidays(Number(date.slice(0, 4))).includes(date);

const londonHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric', hourCycle: 'h23' });

/**
 * An hour of the London day as an instant, from nine on: clocks change at night, so the offset is the same for the rest
 * of the day.
 */
const atHour = (date: IsoDate, hour: number): number => {
  const noon = Date.parse(`${date}T12:00:00Z`);
  return noon + (hour - Number(londonHour.format(noon))) * anHour;
};

/**
 * The instant at which `hours` working hours (Monday to Friday, 9 to 17 in London, no bank holidays) have passed since
 * `at`. Throws a RangeError for a number that is not positive.
 */
export function addWorkingHours(at: Date, hours: number): Date {
  if (!(hours > 0 && hours < Infinity)) throw new RangeError('Working hours are positive');
  let left = hours * anHour;
  for (let date = londonDate(at); ; date = addDays(date, 1)) {
    if (!isWorkingDay(date)) continue;
    const from = Math.max(at.getTime(), atHour(date, opens));
    const rest = Math.max(0, atHour(date, closes) - from);
    if (left <= rest) return new Date(from + left);
    left -= rest;
  }
}

/**
 * The close (17:00 in London) of the last of `days` working days, counted from the first one after the day of `at`.
 * Throws a RangeError for a number that is not a positive integer.
 */
export function addWorkingDays(at: Date, days: number): Date {
  if (!(Number.isSafeInteger(days) && days > 0)) throw new RangeError('Working days are a positive integer');
  let left = days;
  let date = londonDate(at);
  while (left > 0) {
    date = addDays(date, 1);
    if (isWorkingDay(date)) left -= 1;
  }
  return new Date(atHour(date, closes));
}

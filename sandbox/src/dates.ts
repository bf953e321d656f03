/** Calendar days are `YYYY-MM-DD` throughout the sandbox. */
const DAY_MS = 86_400_000;

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const fromMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The calendar day in Europe/London at an instant. */
export function londonDayOf(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
}

export const addDays = (day: string, days: number): string => fromMs(toMs(day) + days * DAY_MS);

/** The same day of another year; 29 February becomes the 28th unless that is a leap year, too. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const moved = `${year}${day.slice(4)}`;
  return fromMs(toMs(moved)) === moved ? moved : `${year}-02-28`;
}

export const daysBetween = (from: string, to: string): number => Math.round((toMs(to) - toMs(from)) / DAY_MS);

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The month as `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const isSunday = (day: string): boolean => new Date(toMs(day)).getUTCDay() === 0;

/** A day in the format of UK Vehicle Data: local time at midnight. */
export const toMidnightTimestamp = (day: string | null): string | null => (day === null ? null : `${day}T00:00:00`);

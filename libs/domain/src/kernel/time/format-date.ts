import type { IsoDate, IsoInstant } from './iso-date.ts';
import { isCalendarDay } from './london-date.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const londonInstant = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `2027-03-03` as `3 March 2027`, for prose. Anything that is not a calendar day is returned unchanged. */
export function formatDate(date: IsoDate): string {
  if (!isCalendarDay(date)) return date;
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(0, 4))}`;
}

/** `2027-03-03` as `03/03/2027`, for tables. Anything that is not a calendar day is returned unchanged. */
export function formatDateShort(date: IsoDate): string {
  if (!isCalendarDay(date)) return date;
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/**
 * An instant in London time: `3 March 2027 at 14:05 UK time`. Throws a RangeError for an invalid instant.
 */
export function formatInstant(instant: IsoInstant | Date): string {
  const parts = new Map(londonInstant.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return `${part('day')} ${part('month')} ${part('year')} at ${part('hour')}:${part('minute')} UK time`;
}

/** The time of an instant in London: `14:05`. Throws a RangeError for an invalid instant. */
export const formatTime = (instant: IsoInstant | Date): string => formatInstantShort(instant).slice(-5);

const londonShort = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** An instant in London time, for tables: `03/03/2027 14:05`. Throws a RangeError for an invalid instant. */
export function formatInstantShort(instant: IsoInstant | Date): string {
  return londonShort.format(new Date(instant)).replace(', ', ' ');
}

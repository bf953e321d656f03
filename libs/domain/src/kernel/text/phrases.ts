import { formatDate } from '../time/format-date.ts';
import type { IsoDate } from '../time/iso-date.ts';
import { addMonths, daysBetween, isCalendarDay, yearsBetween } from '../time/london-date.ts';
import { cleanRegisterText } from './clean-register-text.ts';

/**
 * Converts a register's capitals: `RED` and `HYBRID ELECTRIC` to `Red` and `Hybrid electric`; mixed case is left
 * unchanged.
 */
export function sentenceCase(text: string): string {
  return text === text.toUpperCase() ? text.slice(0, 1) + text.slice(1).toLowerCase() : text;
}

/** A number with thousands separators: `1598` as `1,598`. */
export function formatThousands(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

/** `1 agreement`, `2 agreements`, `47,200 miles`. */
export function formatCountWithNoun(number: number, one: string, many = `${one}s`): string {
  return `${formatThousands(number)} ${number === 1 ? one : many}`;
}

/** ` on 3 March 2027`; empty without a date. */
export function onDatePhrase(date: IsoDate | null): string {
  return date === null || !isCalendarDay(date) ? '' : ` on ${formatDate(date)}`;
}

/** ` since 3 March 2027`; empty without a date. */
export function sinceDatePhrase(date: IsoDate | null): string {
  return date === null || !isCalendarDay(date) ? '' : ` since ${formatDate(date)}`;
}

/** The time between two days: `9 days`, `5 months`, `a year`, `4 years`. */
export function approximateDuration(from: IsoDate, to: IsoDate): string {
  const days = Math.abs(daysBetween(from, to));
  if (days < 60) return formatCountWithNoun(days, 'day');
  if (days >= 350 && days <= 380) return 'a year';
  if (days < 700) return formatCountWithNoun(Math.round(days / 30.44), 'month');
  const [earlier, later] = from < to ? [from, to] : [to, from];
  return formatCountWithNoun(Math.max(2, yearsBetween(earlier, later)), 'year');
}

/**
 * A duration rounded up: `3 years` to the day, otherwise `under 4 years`; below two years the same as
 * `approximateDuration`.
 */
export function durationRoundedUp(from: IsoDate, to: IsoDate): string {
  const [earlier, later] = from < to ? [from, to] : [to, from];
  if (daysBetween(earlier, later) < 700) return approximateDuration(earlier, later);
  const years = yearsBetween(earlier, later);
  return addMonths(earlier, years * 12) === later
    ? formatCountWithNoun(years, 'year')
    : `under ${formatCountWithNoun(years + 1, 'year')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function formatEnumeration(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined) return '';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A register's text shortened to one line for a sentence; null if it has none. */
export function inlineRegisterText(text: string | null): string | null {
  const cleaned = cleanRegisterText(text);
  return cleaned === null || !/[\p{L}\p{N}]/u.test(cleaned) ? null : truncateAtWord(cleaned, 60);
}

/** A register's text within a sentence: `HIRE PURCHASE` as `hire purchase`; mixed case is left unchanged. */
export function lowerCaseRegisterText(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** A police force in capitals as a name: `WEST MIDLANDS POLICE` as `West Midlands Police`. */
export function titleCaseName(text: string): string {
  return text === text.toUpperCase()
    ? text.toLowerCase().replaceAll(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase())
    : text;
}

/** Truncates text to `max` characters at a word boundary, with an ellipsis. */
export function truncateAtWord(text: string, max: number): string {
  const plain = cleanRegisterText(text) ?? '';
  if (plain.length <= max) return plain;
  const cut = plain.slice(0, max);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max - 20)).trimEnd()}…`;
}

/** Ends a sentence with exactly one full stop, regardless of the punctuation in the register's text. */
export function endWithFullStop(text: string): string {
  return `${text.trim().replace(/[.\s]+$/, '')}.`;
}

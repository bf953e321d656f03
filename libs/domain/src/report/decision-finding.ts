import { formatDate } from '../time/format-date.ts';
import { daysBetween, isCalendarDay, yearsBetween } from '../time/london-date.ts';
import { grouped } from './datum.ts';
import type { DecisionReason } from './decision.ts';
import type { IsoDate } from './vehicle-record.ts';

/** A reason of the decision with the words that the card makes of it. */
export interface Finding extends DecisionReason {
  /** A few words for a list: '9 previous keepers'. */
  phrase: string;
  /** What to do about it, one sentence. */
  next: string;
}

/** `1 agreement`, `2 agreements`, `47,200 miles`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** ` on 3 March 2027`; empty without a date. */
export function onDay(date: IsoDate | null): string {
  return date === null || !isCalendarDay(date) ? '' : ` on ${formatDate(date)}`;
}

/** ` since 3 March 2027`; empty without a date. */
export function since(date: IsoDate | null): string {
  return date === null || !isCalendarDay(date) ? '' : ` since ${formatDate(date)}`;
}

/** The time between two days: `9 days`, `5 months`, `a year`, `4 years`. */
export function span(from: IsoDate, to: IsoDate): string {
  const days = Math.abs(daysBetween(from, to));
  if (days < 60) return counted(days, 'day');
  if (days >= 350 && days <= 380) return 'a year';
  if (days < 700) return counted(Math.round(days / 30.44), 'month');
  const [earlier, later] = from < to ? [from, to] : [to, from];
  return counted(Math.max(2, yearsBetween(earlier, later)), 'year');
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined) return '';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A register's capitals as a name: `WEST MIDLANDS POLICE` as `West Midlands Police`; mixed case is left unchanged. */
export function asName(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  return plain === plain.toUpperCase()
    ? plain
        .toLowerCase()
        .replaceAll(/(^|[\s(/-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : plain;
}

/** Text of at most `most` characters, cut at a word with an ellipsis. */
export function shortened(text: string, most: number): string {
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 20)).trimEnd()}…`;
}

/** A sentence ends with one full stop, whatever the register's words end with. */
export function sentenceOf(text: string): string {
  return `${text.trim().replace(/[.\s]+$/, '')}.`;
}

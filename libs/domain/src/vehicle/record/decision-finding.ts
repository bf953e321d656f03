import { ukTelephone } from '../../kernel/phone/uk-telephone.ts';
import { registerWords } from '../../kernel/text/register-words.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { addMonths, daysBetween, isCalendarDay, yearsBetween } from '../../kernel/time/london-date.ts';
import { grouped } from './datum.ts';
import type { DecisionReason } from '../../verdict/decision.ts';
import type { IsoDate } from './vehicle-record.ts';

/** A reason of the decision with the words that the card makes of it. */
export interface Finding extends DecisionReason {
  /** A few words for a list: '9 previous keepers'. */
  phrase: string;
  /** The reason as the decision's sentence, where `text` is too long to be read in a glance. */
  lead?: string;
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

/** How long it took, never less than it did: `3 years` to the day, else `under 4 years`; below two years as `span` has it. */
export function spanCovering(from: IsoDate, to: IsoDate): string {
  const [earlier, later] = from < to ? [from, to] : [to, from];
  if (daysBetween(earlier, later) < 700) return span(earlier, later);
  const years = yearsBetween(earlier, later);
  return addMonths(earlier, years * 12) === later ? counted(years, 'year') : `under ${counted(years + 1, 'year')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined) return '';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A register's words for a sentence, short and on one line; null when it has none. */
export function inLine(text: string | null): string | null {
  const words = registerWords(text);
  return words === null || !/[\p{L}\p{N}]/u.test(words) ? null : shortened(words, 60);
}

/** A register's words within a sentence: `HIRE PURCHASE` as `hire purchase`; mixed case is left unchanged. */
export function inSentence(words: string): string {
  return words === words.toUpperCase() ? words.toLowerCase() : words.slice(0, 1).toLowerCase() + words.slice(1);
}

/** A police force in capitals as a name: `WEST MIDLANDS POLICE` as `West Midlands Police`. */
export function asName(words: string): string {
  return words === words.toUpperCase()
    ? words.toLowerCase().replaceAll(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase())
    : words;
}

/** Whom to ring, on which number as far as it is known. */
export function ring(who: string, phone: string | null): string {
  const number = ukTelephone(phone);
  return number?.href == null ? who : `${who} on ${number.text}`;
}

/** Text of at most `most` characters, cut at a word with an ellipsis. */
export function shortened(text: string, most: number): string {
  const plain = registerWords(text) ?? '';
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 20)).trimEnd()}…`;
}

/** A sentence ends with one full stop, whatever the register's words end with. */
export function sentenceOf(text: string): string {
  return `${text.trim().replace(/[.\s]+$/, '')}.`;
}

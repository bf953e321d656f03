import { sentenceCase } from '../kernel/text/phrases.ts';
import { titleCaseName } from '../kernel/text/phrases.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import { isCalendarDay } from '../kernel/time/london-date.ts';

/** A register's text in sentence case: `HIRE PURCHASE` as `Hire purchase`; null if there is none. */
export function sentenceCaseOrNull(text: string | null): string | null {
  const cleaned = cleanRegisterText(text);
  return cleaned === null ? null : sentenceCase(cleaned);
}

/** A police force in capitals as a name: `Kent Police`. */
export function policeForceNameOrNull(text: string | null): string | null {
  const cleaned = cleanRegisterText(text);
  return cleaned === null ? null : titleCaseName(cleaned);
}

/** A register's date for prose; null without a valid one. */
export function formatDateOrNull(date: IsoDate | null): string | null {
  return date === null || !isCalendarDay(date) ? null : formatDate(date);
}

/** A register's count of entries that it also lists: at least the length of the list; null if it has neither. */
export function largerOfCountAndListed(count: number | null, listed: readonly unknown[]): number | null {
  return listed.length === 0 ? count : Math.max(count ?? 0, listed.length);
}

import { counted } from '../report/decision-finding.ts';
import { registerWords } from '../text/register-words.ts';
import type { IsoDate } from '../report/vehicle-record.ts';
import { daysBetween } from '../time/london-date.ts';

export interface DatedChange {
  date: IsoDate | null;
}

/** A change is dated by the day of the letter in one list and of the transaction in another. */
const sameChangeWithinDays = 31;

/**
 * The changes of two lists of the same vehicle, newest first and each once. A change of the second list is one of the
 * first when `join` can make one of them (null: they contradict each other) and their dates, where both have one, are
 * within a month; the first list's date stands.
 */
export function mergeChanges<C extends DatedChange>(
  first: readonly C[],
  second: readonly C[],
  join: (a: C, b: C) => C | null,
): C[] {
  const merged = [...first];
  const taken = new Set<number>();
  for (const change of second.toSorted(datedFirst)) {
    const fits = merged
      .map((other, index) => ({
        index,
        joined: index < first.length ? join(other, change) : null,
        days: apart(other, change),
      }))
      .filter(({ index, joined, days }) => joined !== null && !taken.has(index) && (days ?? 0) <= sameChangeWithinDays)
      .toSorted((a, b) => (a.days ?? sameChangeWithinDays) - (b.days ?? sameChangeWithinDays))[0];
    if (fits?.joined == null) {
      merged.push(change);
    } else {
      taken.add(fits.index);
      merged[fits.index] = fits.joined;
    }
  }
  return merged.toSorted(newestFirst);
}

/** One of two values that do not contradict each other; undefined when they do. */
export function either<V>(a: V | null, b: V | null): V | null | undefined {
  if (a === null) return b;
  return b === null || a === b ? a : undefined;
}

/** `3 changes, 1 with a date`: a count and what the list has of it. Null without either. */
export function countWords(count: number | null, dates: readonly (IsoDate | null)[]): string | null {
  const number = Math.max(count ?? 0, dates.length);
  if (count === null && number === 0) return null;
  if (number === 0) return 'No changes';
  const dated = dates.filter((date) => date !== null).length;
  const changes = counted(number, 'change');
  if (dated === number) return changes;
  return dated === 0
    ? `${changes}, ${number === 1 ? 'without a date' : 'none with a date'}`
    : `${changes}, ${dated} with a date`;
}

/** A register's word in capitals, to compare with. */
export const comparable = (text: string | null): string | null => registerWords(text)?.toUpperCase() ?? null;

function apart(a: DatedChange, b: DatedChange): number | null {
  return a.date === null || b.date === null ? null : Math.abs(daysBetween(a.date, b.date));
}

function datedFirst(a: DatedChange, b: DatedChange): number {
  return Number(a.date === null) - Number(b.date === null);
}

/** Undated changes come last, in their own order. */
function newestFirst(a: DatedChange, b: DatedChange): number {
  if (a.date === null || b.date === null) return datedFirst(a, b);
  return a.date < b.date ? 1 : a.date > b.date ? -1 : 0;
}

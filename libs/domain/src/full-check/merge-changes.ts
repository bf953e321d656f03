import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { daysBetween } from '../kernel/time/london-date.ts';

export interface DatedChange {
  date: IsoDate | null;
}

/** One list dates a change by the letter, another by the transaction. */
const sameChangeWithinDays = 31;

/** Two lists with the same count may date the same change further apart. */
const agreedWithinDays = 366;

interface MergeRules<C> {
  /** The combination of two changes; null if they contradict each other. */
  join: (a: C, b: C) => C | null;
  /** Whether two changes are the same regardless of their dates, because the register numbers them. */
  isSame?: (a: C, b: C) => boolean;
  /** The count that both lists give; null if they differ or give none. */
  agreed?: number | null;
}

/**
 * Merges the changes of two lists of the same vehicle, newest first and each once. A change of the second list equals
 * one of the first if `join` can combine them and their dates, if both have one, are
 * within a month; within a year while there would be more than `agreed`. The first list's date is kept.
 */
export function mergeChanges<C extends DatedChange>(
  first: readonly C[],
  second: readonly C[],
  { join, isSame = () => false, agreed = null }: MergeRules<C>,
): C[] {
  const merged = [...first];
  const taken = new Set<number>();
  const withoutJoined = (changes: readonly C[], fits: (a: C, b: C, days: number) => boolean) =>
    changes.filter((change) => {
      const nearest = first
        .map((other, index) => ({ index, joined: join(other, change), other, days: daysApart(other, change) }))
        .filter(
          ({ index, joined, other, days }) => joined !== null && !taken.has(index) && fits(other, change, days ?? 0),
        )
        .toSorted((a, b) => (a.days ?? sameChangeWithinDays) - (b.days ?? sameChangeWithinDays))[0];
      if (nearest?.joined == null) return true;
      taken.add(nearest.index);
      merged[nearest.index] = nearest.joined;
      return false;
    });
  const isTooMany = () => agreed !== null && first.length + second.length - taken.size > agreed;
  const apartInTime = withoutJoined(second.toSorted(datedFirst), (_a, _b, days) => days <= sameChangeWithinDays);
  const others = withoutJoined(apartInTime, isSame);
  const own = withoutJoined(others, (_a, _b, days) => isTooMany() && days <= agreedWithinDays);
  return [...merged, ...own].toSorted(newestFirst);
}

/** The common value of two that do not contradict each other; undefined if they do. */
export function valueIfAgreeing<V>(a: V | null, b: V | null): V | null | undefined {
  if (a === null) return b;
  return b === null || a === b ? a : undefined;
}

/** `3 changes, 1 with a date`: a count and the dates in the list. Null without either. */
export function changeCountText(count: number | null, dates: readonly (IsoDate | null)[]): string | null {
  const number = Math.max(count ?? 0, dates.length);
  if (count === null && number === 0) return null;
  if (number === 0) return 'No changes';
  const dated = dates.filter((date) => date !== null).length;
  const changes = formatCountWithNoun(number, 'change');
  if (dated === number) return changes;
  return dated === 0
    ? `${changes}, ${number === 1 ? 'without a date' : 'none with a date'}`
    : `${changes}, ${dated} with a date`;
}

/** A register's text in capitals, for comparisons. */
export const toComparableText = (text: string | null): string | null => cleanRegisterText(text)?.toUpperCase() ?? null;

function daysApart(a: DatedChange, b: DatedChange): number | null {
  return a.date === null || b.date === null ? null : Math.abs(daysBetween(a.date, b.date));
}

function datedFirst(a: DatedChange, b: DatedChange): number {
  return Number(a.date === null) - Number(b.date === null);
}

/** Orders undated changes last, in their own order. */
function newestFirst(a: DatedChange, b: DatedChange): number {
  if (a.date === null || b.date === null) return datedFirst(a, b);
  return a.date < b.date ? 1 : a.date > b.date ? -1 : 0;
}

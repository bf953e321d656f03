import type { IsoDate, Section, Testing } from '../report/vehicle-record.ts';
import { daysBetween } from '../time/london-date.ts';
import { motHistory, retestWithinDays } from './mot-history.ts';
import { testsHeld } from './tests-until.ts';

/** Something that the next MOT may find. */
export interface NextMotItem {
  /** As the tester wrote it. */
  words: string;
  /** MOTs in a row that advised it, the newest included. */
  motsInARow: number;
  /** The newest test that noted it. */
  day: IsoDate;
}

/**
 * What the newest MOT, its re-tests included, advised or found minor: what came back most often first. Whether it was mended since,
 * no register says.
 */
export function nextMotItems(testing: Section<Testing>): NextMotItem[] {
  const { tests } = motHistory(testsHeld(testing));
  const newest = tests[0]?.day;
  if (newest === undefined) return [];
  const items = new Map<string, NextMotItem>();
  for (const { day, defects } of tests.filter((test) => daysBetween(test.day, newest) <= retestWithinDays)) {
    for (const { type, words, motsInARow } of defects) {
      if ((type !== 'ADVISORY' && type !== 'MINOR') || words === '') continue;
      const key = words.toLowerCase();
      const known = items.get(key);
      if (known === undefined || known.motsInARow < motsInARow) items.set(key, { words, motsInARow, day });
    }
  }
  return [...items.values()].toSorted((a, b) => b.motsInARow - a.motsInARow);
}

import type { IsoDate, Section, Testing } from '../report/vehicle-record.ts';
import { daysBetween, londonDate } from '../time/london-date.ts';
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
 * `no-answer`: DVSA gave none. `never`: no test. `unusable`: all tests are dated after the day they were read. `not-published`: the newest
 * MOT comes without what it advised.
 */
export type NextMotItems =
  { state: 'no-answer' | 'never' | 'unusable' | 'not-published' } | { state: 'items'; items: NextMotItem[] };

/**
 * What the newest MOT, its re-tests included, advised or found minor: what came back most often first. Whether it was mended since,
 * no register says.
 */
export function nextMotItems(testing: Section<Testing>): NextMotItems {
  if (testing.state !== 'found') return { state: 'no-answer' };
  if (testing.data.tests.length === 0) return { state: 'never' };
  const { tests } = motHistory(testsHeld(testing));
  const newest = tests[0]?.day;
  if (newest === undefined) return { state: 'unusable' };
  const items = new Map<string, NextMotItem>();
  for (const { day, defects } of tests.filter((test) => daysBetween(test.day, newest) <= retestWithinDays)) {
    for (const { type, words, motsInARow } of defects) {
      if ((type !== 'ADVISORY' && type !== 'MINOR') || words === '') continue;
      const key = words.toLowerCase();
      const known = items.get(key);
      if (known === undefined || known.motsInARow < motsInARow) items.set(key, { words, motsInARow, day });
    }
  }
  if (items.size === 0 && !isAdvicePublished(testing)) return { state: 'not-published' };
  return { state: 'items', items: [...items.values()].toSorted((a, b) => b.motsInARow - a.motsInARow) };
}

/** Whether each test of the newest MOT is one whose advisories are published: those of DVSA, none of Northern Ireland's. */
export function isAdvicePublished(testing: Section<Testing>): boolean {
  const held = testsHeld(testing).toSorted((a, b) => b.completedAt.localeCompare(a.completedAt));
  const newest = held[0] === undefined ? null : londonDate(new Date(held[0].completedAt));
  return held.every(
    ({ completedAt, dataSource, defects }) =>
      newest === null ||
      daysBetween(londonDate(new Date(completedAt)), newest) > retestWithinDays ||
      dataSource === 'DVSA' ||
      defects.length > 0,
  );
}

import type { Section, Testing } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { daysBetween, londonDate } from '../kernel/time/london-date.ts';
import { isFailure } from '../vehicle/mot/defect-severity.ts';
import { motHistory, retestWithinDays } from '../vehicle/mot/mot-history.ts';
import { testsAtQueryTime } from '../vehicle/mot/tests-up-to.ts';

/** An item that the next MOT may find. */
export interface NextMotItem {
  /** The tester's text. */
  words: string;
  /** Number of consecutive MOTs that advised it, including the newest. */
  motsInARow: number;
  /** Whether the newest MOT failed on it and was not passed since. */
  isFailure: boolean;
  /** The day of the newest test that noted it. */
  day: IsoDate;
}

/**
 * `no-answer`: DVSA gave none. `never`: no test. `unusable`: all tests are dated after the day on which they were read.
 * `not-published`: the newest MOT comes without its advisories. `failed`: it was not passed, and its record does not
 * list the reasons, even if it lists other items.
 */
export type NextMotItems =
  { state: 'no-answer' | 'never' | 'unusable' | 'not-published' } | { state: 'items' | 'failed'; items: NextMotItem[] };

/**
 * The items that failed the newest MOT, if it was not passed since, then those that it advised or found minor, re-tests
 * included: the most often repeated first. No register shows whether they were repaired since.
 */
export function nextMotItems(testing: Section<Testing>): NextMotItems {
  if (testing.state !== 'found') return { state: 'no-answer' };
  if (testing.data.tests.length === 0) return { state: 'never' };
  const { tests } = motHistory(testsAtQueryTime(testing));
  const newest = tests[0]?.day;
  if (newest === undefined) return { state: 'unusable' };
  const items = new Map<string, NextMotItem>();
  const lastPass = tests.findIndex(({ result }) => result === 'PASSED');
  const ofNewest = tests.filter((test) => daysBetween(test.day, newest) <= retestWithinDays);
  for (const [index, { day, defects }] of ofNewest.entries()) {
    const isOpen = lastPass === -1 || index < lastPass;
    for (const { type, words, motsInARow } of defects) {
      const fails = isOpen && isFailure({ type });
      if ((!fails && type !== 'ADVISORY' && type !== 'MINOR') || words === '') continue;
      const key = words.toLowerCase();
      const known = items.get(key);
      if (known === undefined || isWorse({ isFailure: fails, motsInARow }, known)) {
        items.set(key, { words, motsInARow, isFailure: fails, day });
      }
    }
  }
  if (items.size === 0 && !areAdvisoriesPublished(testing)) return { state: 'not-published' };
  const found = [...items.values()].toSorted(byHarm);
  return { state: lastPass === 0 || found.some((item) => item.isFailure) ? 'items' : 'failed', items: found };
}

type Harm = Pick<NextMotItem, 'isFailure' | 'motsInARow'>;

const byHarm = (a: Harm, b: Harm): number => Number(b.isFailure) - Number(a.isFailure) || b.motsInARow - a.motsInARow;

const isWorse = (a: Harm, b: Harm): boolean => byHarm(a, b) < 0;

/** Whether each test of the newest MOT has published advisories: DVSA's have, Northern Ireland's have not. */
export function areAdvisoriesPublished(testing: Section<Testing>): boolean {
  const held = testsAtQueryTime(testing).toSorted((a, b) => b.completedAt.localeCompare(a.completedAt));
  const newest = held[0] === undefined ? null : londonDate(new Date(held[0].completedAt));
  return held.every(
    ({ completedAt, dataSource, defects }) =>
      newest === null ||
      daysBetween(londonDate(new Date(completedAt)), newest) > retestWithinDays ||
      dataSource === 'DVSA' ||
      defects.length > 0,
  );
}

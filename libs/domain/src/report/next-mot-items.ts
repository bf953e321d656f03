import type { RecordSection, MotTestingData } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { daysBetween, londonDate } from '../kernel/time/london-date.ts';
import { isFailureDefect } from '../vehicle/mot/defect-severity.ts';
import { motHistory, retestWithinDays } from '../vehicle/mot/mot-history.ts';
import { isDefectOfRecurringAdvisory, recurringAdvisories } from '../vehicle/mot/recurring-advisories.ts';
import { motTestsAtQueryTime } from '../vehicle/mot/mot-tests-up-to.ts';

/** An item that the next MOT may find. */
export interface LikelyNextMotItem {
  /** The tester's text. */
  words: string;
  /** The reference in DVSA's inspection manual; null if the text has none. */
  reference: string | null;
  /** Number of consecutive MOTs that advised it, including the newest. */
  motsInARow: number;
  /** The days of those MOTs, newest first. */
  days: IsoDate[];
  /** Found minor, which is less than what fails a test and more than an advisory. */
  isMinor: boolean;
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
export type LikelyNextMotItems =
  | { state: 'no-answer' | 'never' | 'unusable' | 'not-published' }
  | { state: 'items' | 'failed'; items: LikelyNextMotItem[] };

/**
 * The items that failed the newest MOT, if it was not passed since, then those that it advised or found minor, re-tests
 * included: the most often repeated first. No register shows whether they were repaired since.
 */
export function likelyNextMotItems(testing: RecordSection<MotTestingData>): LikelyNextMotItems {
  if (testing.state !== 'found') return { state: 'no-answer' };
  if (testing.data.tests.length === 0) return { state: 'never' };
  const history = motHistory(motTestsAtQueryTime(testing));
  const { tests } = history;
  const runs = recurringAdvisories(history);
  const newest = tests[0]?.day;
  if (newest === undefined) return { state: 'unusable' };
  const items = new Map<string, LikelyNextMotItem>();
  const lastPass = tests.findIndex(({ result }) => result === 'PASSED');
  const ofNewest = tests.filter((test) => daysBetween(test.day, newest) <= retestWithinDays);
  for (const [index, { day, mot, defects }] of ofNewest.entries()) {
    const isOpen = lastPass === -1 || index < lastPass;
    for (const defect of defects) {
      const { type, words, reference, motsInARow } = defect;
      const fails = isOpen && isFailureDefect({ type });
      if ((!fails && type !== 'ADVISORY' && type !== 'MINOR') || words === '') continue;
      const run =
        type === 'ADVISORY' ? runs.find((each) => isDefectOfRecurringAdvisory([each], defect, mot)) : undefined;
      // Testers word the same advisory differently; a series is one item.
      const key = (run?.words ?? words).toLowerCase();
      const known = items.get(key);
      if (known === undefined || isWorse({ isFailure: fails, motsInARow }, known)) {
        items.set(key, {
          words,
          reference,
          motsInARow,
          days: run?.days ?? [day],
          isMinor: type === 'MINOR',
          isFailure: fails,
          day,
        });
      }
    }
  }
  if (items.size === 0 && !areAdvisoriesPublished(testing)) return { state: 'not-published' };
  const found = [...items.values()].toSorted(byHarm);
  return { state: lastPass === 0 || found.some((item) => item.isFailure) ? 'items' : 'failed', items: found };
}

type Harm = Pick<LikelyNextMotItem, 'isFailure' | 'motsInARow'>;

const byHarm = (a: Harm, b: Harm): number => Number(b.isFailure) - Number(a.isFailure) || b.motsInARow - a.motsInARow;

const isWorse = (a: Harm, b: Harm): boolean => byHarm(a, b) < 0;

/** Whether each test of the newest MOT has published advisories: DVSA's have, Northern Ireland's have not. */
export function areAdvisoriesPublished(testing: RecordSection<MotTestingData>): boolean {
  const held = motTestsAtQueryTime(testing).toSorted((a, b) => b.completedAt.localeCompare(a.completedAt));
  const newest = held[0] === undefined ? null : londonDate(new Date(held[0].completedAt));
  return held.every(
    ({ completedAt, dataSource, defects }) =>
      newest === null ||
      daysBetween(londonDate(new Date(completedAt)), newest) > retestWithinDays ||
      dataSource === 'DVSA' ||
      defects.length > 0,
  );
}

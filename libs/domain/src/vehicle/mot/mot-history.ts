import type { MotDefect, MotTest } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween, londonDate } from '../../kernel/time/london-date.ts';
import { compareMotTestsByTime } from './compare-tests-by-time.ts';
import { isSameAdvisedPart, type ParsedAdvisory, parseAdvisory } from './advisory-place.ts';

export interface MotHistoryDefect extends MotDefect {
  /** The defect without the manual's reference. */
  words: string;
  /** The reference in DVSA's inspection manual, `5.2.3 (e)`; null if the text has none. */
  reference: string | null;
  /**
   * Consecutive MOTs, including this one, with an advisory for the same part under the same reference; 2 or more is a
   * repeat. 1 if the text does not identify the part.
   */
  motsInARow: number;
}

export interface MotHistoryTest extends Omit<MotTest, 'defects'> {
  /** The London day of the test. */
  day: IsoDate;
  /** The index of its MOT, 0 for the newest: a test and its re-tests are one MOT. */
  mot: number;
  defects: MotHistoryDefect[];
}

export interface MotHistory {
  /** Newest first. */
  tests: MotHistoryTest[];
  passed: number;
  failed: number;
  /** Share of passes among all tests, 0 to 1; null without a test. */
  passRate: number | null;
  /** The number of MOTs, a test and its re-tests counting as one, and how many of them passed at the first test. */
  mots: number;
  passedFirstTime: number;
}

/** Days after a test within which another counts as its re-test, so that both are one MOT. */
export const retestWithinDays = 30;

/** A vehicle's tests, newest first, with the repeats of each advisory. A re-test does not count as a repeat. */
export function motHistory(tests: readonly MotTest[]): MotHistory {
  const ordered = tests
    .map((test) => ({ ...test, day: londonDate(new Date(test.completedAt)) }))
    .toSorted((a, b) => compareMotTestsByTime(b, a));
  const advisories = new Map<MotDefect, Advisory>();
  const mots = groupRetests(ordered, advisories);
  const passed = ordered.filter(({ result }) => result === 'PASSED').length;
  return {
    tests: mots.flatMap((mot, index) =>
      mot.tests.map((test) => ({
        ...test,
        mot: index,
        defects: test.defects.map((defect) => {
          const { words, reference } = splitOffManualReference(defect.text);
          const motsInARow = runOf(advisories.get(defect), mots, index);
          return { ...defect, words, reference, motsInARow };
        }),
      })),
    ),
    passed,
    failed: ordered.length - passed,
    passRate: ordered.length === 0 ? null : passed / ordered.length,
    mots: mots.length,
    passedFirstTime: mots.filter((mot) => mot.tests.at(-1)?.result === 'PASSED').length,
  };
}

type DatedTest = MotTest & { day: IsoDate };

interface Advisory extends ParsedAdvisory {
  reference: string;
}

interface Mot {
  /** The test and its re-tests, newest first. */
  tests: DatedTest[];
  /** Their advisories that have a reference. */
  advisories: Advisory[];
}

/** Groups tests with their re-tests; each advisory with a reference is parsed once, into `advisories`. */
function groupRetests(ordered: readonly DatedTest[], advisories: Map<MotDefect, Advisory>): Mot[] {
  const mots: Mot[] = [];
  for (const test of ordered) {
    const later = mots.at(-1);
    const laterDay = later?.tests.at(-1)?.day;
    const isSame = laterDay !== undefined && daysBetween(test.day, laterDay) <= retestWithinDays;
    const mot = later !== undefined && isSame ? later : { tests: [], advisories: [] };
    if (mot !== later) mots.push(mot);
    mot.tests.push(test);
    for (const defect of test.defects) {
      const { words, reference } = splitOffManualReference(defect.text);
      if (defect.type !== 'ADVISORY' || reference === null) continue;
      const advisory = { ...parseAdvisory(words), reference };
      advisories.set(defect, advisory);
      mot.advisories.push(advisory);
    }
  }
  return mots;
}

/** The number of consecutive MOTs that noted it, from this one backwards. */
function runOf(advisory: Advisory | undefined, mots: readonly Mot[], from: number): number {
  if (advisory === undefined) return 1;
  const repeats = (earlier: Advisory): boolean =>
    earlier.reference === advisory.reference && isSameAdvisedPart(advisory, earlier);
  const end = mots.findIndex((mot, index) => index > from && !mot.advisories.some(repeats));
  return (end === -1 ? mots.length : end) - from;
}

/** The manual's reference at the end, in brackets: `(5.2.3 (e))`, before May 2018 `(4.1.E.1)`. */
const referenceAtEnd = /\((\d{1,3}(?:\.[0-9A-Z]{1,3}){0,5}(?: ?\([a-z0-9]{1,4}\)){0,4})\)$/i;

/** Splits `Tyre worn (5.2.3 (e))` into `Tyre worn` and `5.2.3 (e)`. */
export function splitOffManualReference(text: string): { words: string; reference: string | null } {
  const trimmed = text.trim();
  const match = referenceAtEnd.exec(trimmed);
  if (match?.[1] === undefined) return { words: trimmed, reference: null };
  return { words: trimmed.slice(0, match.index).trimEnd(), reference: match[1] };
}

import type { IsoDate, MotDefect, MotTest } from '../report/vehicle-record.ts';
import { daysBetween, londonDate } from '../time/london-date.ts';

export interface HistoryDefect extends MotDefect {
  /** The defect without the manual's reference. */
  words: string;
  /** The reference in DVSA's inspection manual, `5.2.3 (e)`; null when the text carries none. */
  reference: string | null;
  /** MOTs in a row, this one included, at which the same reference was an advisory; 2 or more is a repeat. */
  motsInARow: number;
}

export interface HistoryTest extends Omit<MotTest, 'defects'> {
  /** The London day of the test. */
  day: IsoDate;
  defects: HistoryDefect[];
}

export interface MotHistory {
  /** Newest first. */
  tests: HistoryTest[];
  passed: number;
  failed: number;
  /** Passes of all tests, 0 to 1; null without a test. */
  passRate: number | null;
}

/** A test this soon after the one before is its re-test: both are one MOT. */
const retestWithinDays = 30;

/** A vehicle's tests, newest first, with each advisory's run of repeats. A re-test repeats nothing. */
export function motHistory(tests: readonly MotTest[]): MotHistory {
  const ordered = tests
    .map((test) => ({ ...test, day: londonDate(new Date(test.completedAt)) }))
    .toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
  const mots = groupRetests(ordered);
  const passed = ordered.filter(({ result }) => result === 'PASSED').length;
  return {
    tests: mots.flatMap((mot, index) =>
      mot.tests.map((test) => ({
        ...test,
        defects: test.defects.map((defect) => {
          const { words, reference } = splitReference(defect.text);
          return { ...defect, words, reference, motsInARow: runOf(defect, reference, mots.slice(index)) };
        }),
      })),
    ),
    passed,
    failed: ordered.length - passed,
    passRate: ordered.length === 0 ? null : passed / ordered.length,
  };
}

type DatedTest = MotTest & { day: IsoDate };

interface Mot {
  /** The test and its re-tests, newest first. */
  tests: DatedTest[];
  /** References of the advisories of any of them. */
  advisories: Set<string>;
}

function groupRetests(newestFirst: readonly DatedTest[]): Mot[] {
  const mots: Mot[] = [];
  for (const test of newestFirst) {
    const later = mots.at(-1);
    const laterDay = later?.tests.at(-1)?.day;
    const isSame = laterDay !== undefined && daysBetween(test.day, laterDay) <= retestWithinDays;
    const mot = later !== undefined && isSame ? later : { tests: [], advisories: new Set<string>() };
    if (mot !== later) mots.push(mot);
    mot.tests.push(test);
    for (const { type, text } of test.defects) {
      const { reference } = splitReference(text);
      if (type === 'ADVISORY' && reference !== null) mot.advisories.add(reference);
    }
  }
  return mots;
}

function runOf({ type }: MotDefect, reference: string | null, fromThisBack: readonly Mot[]): number {
  if (type !== 'ADVISORY' || reference === null) return 1;
  const end = fromThisBack.findIndex(({ advisories }) => !advisories.has(reference));
  return end === -1 ? fromThisBack.length : end;
}

/** The manual's reference stands last, in brackets: `(5.2.3 (e))`, before May 2018 `(4.1.E.1)`. */
const referenceAtEnd = /\((\d{1,3}(?:\.[0-9A-Z]{1,3}){0,5}(?: ?\([a-z0-9]{1,4}\)){0,4})\)$/i;

/** Splits `Tyre worn (5.2.3 (e))` into `Tyre worn` and `5.2.3 (e)`. */
export function splitReference(text: string): { words: string; reference: string | null } {
  const trimmed = text.trim();
  const match = referenceAtEnd.exec(trimmed);
  if (match?.[1] === undefined) return { words: trimmed, reference: null };
  return { words: trimmed.slice(0, match.index).trimEnd(), reference: match[1] };
}

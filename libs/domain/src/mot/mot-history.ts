import type { IsoDate, MotDefect, MotTest } from '../report/vehicle-record.ts';
import { londonDate } from '../time/london-date.ts';

export interface HistoryDefect extends MotDefect {
  /** The defect without the manual's reference. */
  words: string;
  /** The reference in DVSA's inspection manual, `5.2.3 (e)`; null when the text carries none. */
  reference: string | null;
  /** Visits in a row, this one included, at which the same reference was an advisory; 2 or more is a repeat. */
  visitsInARow: number;
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

/** A vehicle's tests, newest first, with each advisory's run of repeats. Tests of one day are one visit: a re-test repeats nothing. */
export function motHistory(tests: readonly MotTest[]): MotHistory {
  const ordered = tests
    .map((test) => ({ ...test, day: londonDate(new Date(test.completedAt)) }))
    .toSorted((a, b) => Date.parse(b.completedAt) - Date.parse(a.completedAt));
  const visits = advisoriesByVisit(ordered);
  const passed = ordered.filter(({ result }) => result === 'PASSED').length;
  return {
    tests: ordered.map((test) => ({
      ...test,
      defects: test.defects.map((defect) => {
        const { words, reference } = splitReference(defect.text);
        return { ...defect, words, reference, visitsInARow: runOf(defect, reference, test.day, visits) };
      }),
    })),
    passed,
    failed: ordered.length - passed,
    passRate: ordered.length === 0 ? null : passed / ordered.length,
  };
}

interface Visit {
  day: IsoDate;
  advisories: Set<string>;
}

function advisoriesByVisit(newestFirst: readonly (MotTest & { day: IsoDate })[]): Visit[] {
  const visits: Visit[] = [];
  for (const test of newestFirst) {
    let visit = visits.at(-1);
    if (visit?.day !== test.day) visits.push((visit = { day: test.day, advisories: new Set() }));
    for (const { type, text } of test.defects) {
      const { reference } = splitReference(text);
      if (type === 'ADVISORY' && reference !== null) visit.advisories.add(reference);
    }
  }
  return visits;
}

function runOf({ type }: MotDefect, reference: string | null, day: IsoDate, newestFirst: readonly Visit[]): number {
  if (type !== 'ADVISORY' || reference === null) return 1;
  const backwards = newestFirst.slice(newestFirst.findIndex((visit) => visit.day === day));
  const end = backwards.findIndex(({ advisories }) => !advisories.has(reference));
  return end === -1 ? backwards.length : end;
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

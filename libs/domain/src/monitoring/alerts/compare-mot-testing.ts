import { type MotHistoryTest, motHistory } from '../../vehicle/mot/mot-history.ts';
import { motTestsUpTo } from '../../vehicle/mot/mot-tests-up-to.ts';
import type { DefectType, MotTest, MotTestingData } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays } from '../../kernel/time/london-date.ts';
import type { AlertFacts } from './alert.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';

/** The known state of DVSA's data. */
export interface LastKnownMotTesting {
  /** The known tests: by number, or by time if a test has none. */
  tests: string[];
  /** The day of the first check. */
  since: IsoDate;
  /** The last reported flag; `Unavailable` does not count. Null: not reported yet. */
  recall: 'Yes' | 'No' | 'Unknown' | null;
  /** The day until which the MOT is valid, or by which the first test is due. */
  motDueOn: IsoDate | null;
}

/** A test takes a few days to be published: one of the days before monitoring began is still news to its member. */
const publishedWithinDays = 7;

const keyOf = ({ testNumber, completedAt }: Pick<MotTest, 'testNumber' | 'completedAt'>): string =>
  testNumber ?? completedAt;

/**
 * Compares DVSA's response with the known state; `known` null: the first check, which reports nothing. Every unknown
 * test is reported once, oldest first, with the tester's advisories; a test that is added to the history from before
 * monitoring is only stored. A recall is reported when the flag changes to Yes, and to No after a Yes; `Unknown` and
 * `Unavailable` are ignored. A due date that moves earlier without a new test is reported.
 */
export const detectMotTestingChanges = (
  known: LastKnownMotTesting | null,
  answer: MotTestingData,
  today: IsoDate,
): MonitorComparisonResult<LastKnownMotTesting> => {
  const tests = motTestsUpTo(answer.tests, today);
  const recall = recallOf(known?.recall ?? null, answer.hasOutstandingRecall);
  const motDueOn = dueOf(tests, answer) ?? known?.motDueOn ?? null;
  const seen = new Set(known?.tests);
  const unseen = tests.filter((test) => !seen.has(keyOf(test)));
  const next: LastKnownMotTesting = {
    tests: [...seen, ...unseen.map(keyOf)],
    since: known?.since ?? today,
    recall,
    motDueOn,
  };
  if (known === null) return { known: next, events: [] };
  const news = new Set(unseen.map(keyOf));
  const from = addDays(known.since, -publishedWithinDays);
  const results = motHistory(tests)
    .tests.filter((test) => news.has(keyOf(test)) && test.day >= from)
    .toReversed()
    .map(resultOf);
  const events: AlertFacts[] = [...results];
  if (known.recall !== null && recall !== known.recall && (recall === 'Yes' || known.recall === 'Yes')) {
    events.push({ kind: 'recall', outstanding: recall === 'Yes' ? 'Yes' : 'No', campaigns: [] });
  }
  if (unseen.length === 0 && known.motDueOn !== null && motDueOn !== null && motDueOn < known.motDueOn) {
    events.push({ kind: 'date-moved', of: 'mot', from: known.motDueOn, to: motDueOn });
  }
  return { known: next, events };
};

const recallOf = (
  known: LastKnownMotTesting['recall'],
  flag: MotTestingData['hasOutstandingRecall'],
): LastKnownMotTesting['recall'] =>
  flag === 'Yes' || flag === 'No' ? flag : (known ?? (flag === 'Unknown' ? 'Unknown' : null));

const dueOf = (tests: readonly MotTest[], { motTestDueDate }: MotTestingData): IsoDate | null =>
  tests
    .flatMap(({ result, expiryDate }) => (result === 'PASSED' && expiryDate !== null ? [expiryDate] : []))
    .toSorted()
    .at(-1) ?? motTestDueDate;

const advised: readonly DefectType[] = ['ADVISORY', 'MINOR'];
const failing: readonly DefectType[] = ['MAJOR', 'DANGEROUS', 'FAIL'];
const maxTextLength = 300;
const maxLines = 100;

const resultOf = (test: MotHistoryTest): AlertFacts & { kind: 'mot-result' } => {
  const linesOf = (types: readonly DefectType[]): string[] =>
    test.defects
      .filter(({ type }) => types.includes(type))
      .map(({ words }) => words.slice(0, maxTextLength))
      .slice(0, maxLines);
  return {
    kind: 'mot-result',
    testNumber: keyOf(test).slice(0, maxTextLength),
    testedOn: test.day,
    passed: test.result === 'PASSED',
    expiresOn: test.expiryDate,
    advisories: linesOf(advised),
    failures: linesOf(failing),
    repeated: test.defects.filter(({ type, motsInARow }) => type === 'ADVISORY' && motsInARow > 1).length,
  };
};

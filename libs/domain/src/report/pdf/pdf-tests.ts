import { formatRecordedReading } from '../../vehicle/mileage/reading-labels.ts';
import {
  defectSeverities,
  type DefectSeverity,
  defectSeverityOf,
  isFailureDefect,
} from '../../vehicle/mot/defect-severity.ts';
import { isMotPassedLater } from '../../vehicle/mot/is-passed-later.ts';
import { type MotHistoryDefect, type MotHistoryTest, motHistory } from '../../vehicle/mot/mot-history.ts';
import {
  omittedMotTestsText,
  missingDefectsNote,
  noMotTestsMessage,
  motTestsSummary,
} from '../../vehicle/mot/mot-messages.ts';
import { motTestsAtQueryTime } from '../../vehicle/mot/mot-tests-up-to.ts';
import { missingReasonText } from '../../vehicle/record/source-messages.ts';
import type { MotTest, VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { formatDateShort } from '../../kernel/time/format-date.ts';
import type { PdfMotTest, PdfMotTests } from './pdf-content.ts';
import { toPdfLine, sourceAttribution } from './pdf-text.ts';

/** The newest tests are listed with all their defects, the others on one line. */
const inFull = 2;
/** Limits for tests: their number, the notes of each in full, and characters of a note. */
interface TestsFit {
  tests: number;
  notes: number;
  line: number;
}

const names: Record<DefectSeverity, string> = {
  dangerous: 'Dangerous',
  major: 'Failure',
  fail: 'Failure',
  prs: 'Repaired during the test',
  minor: 'Minor',
  advisory: 'Advisory',
  other: 'Noted',
};

/** The tests that took place, newest first, as many as fit; the others are counted. */
export function pdfMotTests({ testing }: VehicleRecord, fit: TestsFit): PdfMotTests {
  const by = testing.state === 'found' ? sourceAttribution(testing.source, testing.at) : null;
  if (testing.state !== 'found') return { summary: missingReasonText([testing]), tests: [], earlier: null, by };
  const history = motHistory(motTestsAtQueryTime(testing));
  const { tests } = history;
  if (tests.length === 0) {
    return { summary: noMotTestsMessage, tests: [], earlier: null, by };
  }
  return {
    summary: motTestsSummary(history),
    tests: tests
      .slice(0, fit.tests)
      .map((test, index) =>
        toPdfTest(
          test,
          index < inFull
            ? (each) => allNotes(each, isMotPassedLater(test, tests), fit)
            : (each) => shortNotes(each, fit),
        ),
      ),
    earlier: tests.length <= fit.tests ? null : omittedMotTestsText(tests.slice(fit.tests)),
    by,
  };
}

function toPdfTest(test: MotHistoryTest, notesOf: (defects: readonly Weighed[]) => string[]): PdfMotTest {
  const defects = test.defects
    .map((defect) => ({ ...defect, severity: defectSeverityOf(defect) }))
    .toSorted(
      (a, b) =>
        defectSeverities.indexOf(a.severity) - defectSeverities.indexOf(b.severity) || b.motsInARow - a.motsInARow,
    );
  return {
    day: formatDateShort(test.day),
    passed: test.result === 'PASSED',
    miles: milesOf(test),
    remark: missingDefectsNote(test),
    notes: notesOf(defects),
  };
}

function milesOf({ odometer, odometerResult }: MotTest): string {
  if (odometerResult === 'NO_ODOMETER') return 'No odometer';
  if (odometerResult !== 'READ' || odometer === null) return 'Not read';
  return formatRecordedReading(odometer);
}

interface Weighed extends MotHistoryDefect {
  severity: DefectSeverity;
}

/** The defect with the number of its repeats. */
function defectText({ words, motsInARow }: Weighed, max: number): string {
  const again = motsInARow < 2 ? '' : ` (at ${motsInARow} MOTs in a row)`;
  const text = toPdfLine(words, max);
  return `${text === '' ? 'No details recorded' : text}${again}`;
}

function allNotes(defects: readonly Weighed[], isPassedLater: boolean, { notes, line }: TestsFit): string[] {
  const shown = defects.slice(0, notes).map((defect) => {
    const later = isPassedLater && isFailureDefect(defect) ? ', passed later' : '';
    return `${names[defect.severity]}${later}: ${defectText(defect, line)}`;
  });
  const rest = defects.length - shown.length;
  return rest > 0 ? [...shown, `And ${rest} more.`] : shown;
}

/** The defects of an earlier test: how many of each kind, and the worst by name. */
function shortNotes(defects: readonly Weighed[], { line }: TestsFit): string[] {
  const [worst] = defects;
  if (worst === undefined) return [];
  // Failures before and after May 2018 have two names, and are counted together.
  const byName = Map.groupBy(defects, ({ severity }) => plain[severity]);
  const counts = [...byName].map(([name, group]) => `${group.length} ${name[group.length === 1 ? 0 : 1]}`);
  const text = defectText(worst, line / 2);
  return [`${counts.join(', ')}: ${text}${defects.length > 1 && !text.endsWith('…') ? ' …' : ''}`];
}

const failures = ['failure', 'failures'] as const;

const plain: Record<DefectSeverity, readonly [one: string, many: string]> = {
  dangerous: ['dangerous defect', 'dangerous defects'],
  major: failures,
  fail: failures,
  prs: ['repaired at once', 'repaired at once'],
  minor: ['minor defect', 'minor defects'],
  advisory: ['advisory', 'advisories'],
  other: ['note', 'notes'],
};

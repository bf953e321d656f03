import { type HistoryDefect, type HistoryTest, motHistory } from '../mot/mot-history.ts';
import { testsHeld } from '../mot/tests-until.ts';
import { grouped } from '../report/datum.ts';
import { counted } from '../report/decision-finding.ts';
import { missingBecause } from '../report/source-words.ts';
import type { MotTest, VehicleRecord } from '../report/vehicle-record.ts';
import { formatDateShort } from '../time/format-date.ts';
import type { PaperTest, PaperTests } from './paper.ts';
import { paperText, saidBy } from './paper-text.ts';

/** Of the newest tests everything that matters is said, of the others a line. */
const inFull = 2;
/** How much is said of tests: how many, how many notes of each in full, and characters of a note. */
interface TestsFit {
  tests: number;
  notes: number;
  line: number;
}

type Weight = 'dangerous' | 'failure' | 'repaired' | 'minor' | 'advisory' | 'noted';

/** Worst first. */
const weights: readonly Weight[] = ['dangerous', 'failure', 'repaired', 'minor', 'advisory', 'noted'];

const names: Record<Weight, string> = {
  dangerous: 'Dangerous',
  failure: 'Failure',
  repaired: 'Repaired during the test',
  minor: 'Minor',
  advisory: 'Advisory',
  noted: 'Noted',
};

function weightOf({ type, dangerous }: HistoryDefect): Weight {
  if (dangerous || type === 'DANGEROUS') return 'dangerous';
  if (type === 'MAJOR' || type === 'FAIL') return 'failure';
  if (type === 'PRS') return 'repaired';
  if (type === 'MINOR') return 'minor';
  return type === 'ADVISORY' ? 'advisory' : 'noted';
}

/** The tests that took place, newest first, as many as fit; what there is besides is counted. */
export function paperTests({ testing }: VehicleRecord, fit: TestsFit): PaperTests {
  const by = testing.state === 'found' ? saidBy(testing.source, testing.at) : null;
  if (testing.state !== 'found') return { summary: missingBecause([testing]), tests: [], earlier: 0, by };
  const { tests, passed } = motHistory(testsHeld(testing));
  if (tests.length === 0) {
    return { summary: 'DVSA has no MOT test on record for this vehicle.', tests: [], earlier: 0, by };
  }
  return {
    summary: `${counted(tests.length, 'test')} on record, ${passed} passed.`,
    tests: tests.slice(0, fit.tests).map((test, index) => toPaperTest(test, index < inFull, fit)),
    earlier: Math.max(0, tests.length - fit.tests),
    by,
  };
}

function toPaperTest(test: HistoryTest, isInFull: boolean, fit: TestsFit): PaperTest {
  const defects = test.defects
    .map((defect) => ({ ...defect, weight: weightOf(defect) }))
    .toSorted((a, b) => weights.indexOf(a.weight) - weights.indexOf(b.weight) || b.motsInARow - a.motsInARow);
  return {
    day: formatDateShort(test.day),
    passed: test.result === 'PASSED',
    miles: milesOf(test),
    notes: isInFull ? allNotes(defects, fit) : shortNotes(defects, fit),
  };
}

function milesOf({ odometer, odometerResult }: MotTest): string {
  if (odometerResult === 'NO_ODOMETER') return 'No odometer';
  if (odometerResult !== 'READ' || odometer === null) return 'Not read';
  return `${grouped(odometer.value)} ${odometer.unit === 'KM' ? 'km' : 'miles'}`;
}

interface Weighed extends HistoryDefect {
  weight: Weight;
}

/** The defect with how often it came back. */
function said({ words, motsInARow }: Weighed, most: number): string {
  const again = motsInARow < 2 ? '' : ` (at ${motsInARow} MOTs in a row)`;
  const text = paperText(words, most);
  return `${text === '' ? 'No words recorded' : text}${again}`;
}

function allNotes(defects: readonly Weighed[], { notes, line }: TestsFit): string[] {
  const shown = defects.slice(0, notes).map((defect) => `${names[defect.weight]}: ${said(defect, line)}`);
  const rest = defects.length - shown.length;
  return rest > 0 ? [...shown, `And ${rest} more.`] : shown;
}

/** What an earlier test found: how many of each kind, and the worst of them by name. */
function shortNotes(defects: readonly Weighed[], { line }: TestsFit): string[] {
  const [worst] = defects;
  if (worst === undefined) return [];
  const counts = weights.flatMap((weight) => {
    const of = defects.filter((defect) => defect.weight === weight).length;
    return of === 0 ? [] : [`${of} ${plain[weight][of === 1 ? 0 : 1]}`];
  });
  const text = said(worst, line / 2);
  return [`${counts.join(', ')}: ${text}${defects.length > 1 && !text.endsWith('…') ? ' …' : ''}`];
}

const plain: Record<Weight, readonly [one: string, many: string]> = {
  dangerous: ['dangerous defect', 'dangerous defects'],
  failure: ['failure', 'failures'],
  repaired: ['repaired at once', 'repaired at once'],
  minor: ['minor defect', 'minor defects'],
  advisory: ['advisory', 'advisories'],
  noted: ['note', 'notes'],
};

import { compareMotTestsByTime } from '../mot/compare-tests-by-time.ts';
import type { MotTest } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween, londonDate } from '../../kernel/time/london-date.ts';
import {
  hasFiveDigitOdometer,
  judgeMileageReading,
  type MileageFlag,
  milesPerKilometre,
  type MileageReadingToJudge,
  toleratedDropMiles,
} from './judge-reading.ts';

export interface MileagePoint {
  day: IsoDate;
  miles: number;
  /** The reading as recorded. */
  recorded: { value: number; unit: 'MI' | 'KM' };
  /** Change since the last plausible reading before it; null for the first. */
  change: number | null;
  /** The day of the reading that it is compared with; null for the first. */
  comparedWith: IsoDate | null;
  flag: MileageFlag | null;
  /** Whether later readings are compared with it: false if the tests around it contradict it. */
  isOnLine: boolean;
}

export interface MileageTimeline {
  /** Oldest first; only tests whose odometer was read. */
  points: MileagePoint[];
  /** How consistent the readings are: a measure of confidence, not an accusation. */
  confidence: 'consistent' | 'unclear' | 'inconsistent' | 'too-few';
  /** Miles a year between the first and last plausible reading at least 90 days apart; null if there are none. */
  milesPerYear: number | null;
  /** Whether its odometer may roll over after 99,999: the vehicle is old enough, and never had a higher reading. */
  mayRollOver: boolean;
}

const daysPerYear = 365.25;

/**
 * The odometer readings of a vehicle's tests in miles, each compared with the trend before it and the readings after
 * it. `firstUsed` is the day of first use, if known: only old vehicles have five-digit odometers.
 */
export function mileageTimeline(tests: readonly MotTest[], firstUsed: IsoDate | null = null): MileageTimeline {
  const readings = readOdometers(tests);
  const points: MileagePoint[] = [];
  let line: MileageReadingToJudge | null = null;
  let first: MileageReadingToJudge | null = null;
  let usualPerYear = 0;
  for (const [index, reading] of readings.entries()) {
    const flag = judgeMileageReading(reading, { line, usualPerYear, later: readings.slice(index + 1), firstUsed });
    const isOnLine = line === null ? flag === null : beginsLine(reading, line, flag);
    const change = line === null ? null : reading.miles - line.miles;
    points.push({ ...reading, change, comparedWith: line?.day ?? null, flag, isOnLine });
    if (!isOnLine) continue;
    if (line !== null && flag === null) usualPerYear = Math.max(usualPerYear, yearly(line, reading) ?? 0);
    first ??= reading;
    line = reading;
  }
  return {
    points,
    confidence: confidenceIn(points),
    milesPerYear: rate(first, line, points),
    mayRollOver: hasFiveDigitOdometer(readings, firstUsed),
  };
}

/**
 * The number of readings that were compared and are in order; null if there are too few or not all are. A reading that
 * its retest corrected does not count.
 */
export function countReadingsInOrder({ points, confidence }: MileageTimeline): number | null {
  return confidence === 'consistent' ? uncorrected(points).length : null;
}

const uncorrected = (points: readonly MileagePoint[]) => points.filter(({ flag }) => flag !== 'corrected');

function readOdometers(tests: readonly MotTest[]): MileageReadingToJudge[] {
  return tests.toSorted(compareMotTestsByTime).flatMap(({ completedAt, odometer, odometerResult }) => {
    if (odometerResult !== 'READ' || odometer === null) return [];
    const miles = Math.round(odometer.unit === 'KM' ? odometer.value * milesPerKilometre : odometer.value);
    return [{ day: londonDate(new Date(completedAt)), miles, recorded: odometer }];
  });
}

/** Whether later readings continue from this one: after a real drop they do, after an entry error they do not. */
function beginsLine(reading: MileageReadingToJudge, line: MileageReadingToJudge, flag: MileageFlag | null): boolean {
  if (flag === 'entry-error' || flag === 'corrected') return false;
  if (flag === 'drop' || flag === 'roll-over') return true;
  return (flag === 'unit-mix-up') === reading.miles < line.miles;
}

/** Miles a year; null below a quarter of a year, which is too short to extrapolate. */
function yearly(from: MileageReadingToJudge, to: MileageReadingToJudge): number | null {
  const days = daysBetween(from.day, to.day);
  return days < 90 ? null : ((to.miles - from.miles) / days) * daysPerYear;
}

function confidenceIn(points: readonly MileagePoint[]): MileageTimeline['confidence'] {
  if (points.some(({ flag }) => flag === 'drop')) return 'inconsistent';
  // A reading that the retest corrected does not lower the confidence.
  const readings = uncorrected(points);
  if (readings.some(({ flag }) => flag !== null)) return 'unclear';
  return readings.length < 2 ? 'too-few' : 'consistent';
}

function rate(
  first: MileageReadingToJudge | null,
  last: MileageReadingToJudge | null,
  points: readonly MileagePoint[],
): number | null {
  const isBroken = points.some(({ flag }) => flag !== null && flag !== 'entry-error' && flag !== 'corrected');
  if (first === null || last === null || isBroken || last.miles < first.miles - toleratedDropMiles) return null;
  const perYear = yearly(first, last);
  return perYear === null ? null : Math.round(perYear);
}

import type { IsoDate, MotTest } from '../report/vehicle-record.ts';
import { daysBetween, londonDate } from '../time/london-date.ts';

/**
 * 'drop': more than 500 miles below the highest reading before it. 'jump': at a rate of more than 60,000 miles a year.
 * 'entry-error': looks like a missing or extra digit, or a lone high reading that the next test contradicts.
 * 'unit-mix-up': miles and kilometres seem to have been swapped.
 */
export type MileageFlag = 'drop' | 'jump' | 'entry-error' | 'unit-mix-up';

export interface MileagePoint {
  day: IsoDate;
  miles: number;
  /** As it was written down. */
  recorded: { value: number; unit: 'MI' | 'KM' };
  /** Against the last plausible reading before it; null for the first. */
  change: number | null;
  flag: MileageFlag | null;
}

export interface MileageTimeline {
  /** Oldest first: tests whose odometer was read. */
  points: MileagePoint[];
  /** How far the readings agree: a measure of confidence, never an accusation. */
  confidence: 'consistent' | 'unclear' | 'inconsistent' | 'too-few';
  /** Miles a year between the first and last plausible reading at least 90 days apart; null when that cannot be said. */
  milesPerYear: number | null;
}

const milesPerKilometre = 0.621371;
const toleratedDrop = 500;
const plausibleMilesPerYear = 60_000;
const daysPerYear = 365.25;
const soonAfterDays = 60;

/** The odometer readings of a vehicle's tests in miles, each held against those before it. */
export function mileageTimeline(tests: readonly MotTest[]): MileageTimeline {
  const readings = readOdometers(tests);
  const points: MileagePoint[] = [];
  let highest: Reading | null = null;
  let first: Reading | null = null;
  for (const [index, reading] of readings.entries()) {
    const flag = highest === null ? null : judge(reading, highest, readings[index + 1] ?? null);
    points.push({ ...reading, change: highest === null ? null : reading.miles - highest.miles, flag });
    first ??= reading;
    if (highest === null || isNewBaseline(reading, highest, flag)) highest = reading;
  }
  return { points, confidence: confidenceIn(points), milesPerYear: rate(first, highest, points) };
}

interface Reading {
  day: IsoDate;
  miles: number;
  recorded: { value: number; unit: 'MI' | 'KM' };
}

function readOdometers(tests: readonly MotTest[]): Reading[] {
  return tests
    .toSorted((a, b) => Date.parse(a.completedAt) - Date.parse(b.completedAt))
    .flatMap(({ completedAt, odometer, odometerResult }) => {
      if (odometerResult !== 'READ' || odometer === null) return [];
      const miles = Math.round(odometer.unit === 'KM' ? odometer.value * milesPerKilometre : odometer.value);
      return [{ day: londonDate(new Date(completedAt)), miles, recorded: odometer }];
    });
}

/** After a real drop, or a change of unit downwards, later readings continue from the lower one. */
function isNewBaseline(reading: Reading, highest: Reading, flag: MileageFlag | null): boolean {
  if (flag === 'entry-error') return false;
  if (flag === 'drop') return true;
  return (flag === 'unit-mix-up') === reading.miles < highest.miles;
}

function judge(reading: Reading, highest: Reading, next: Reading | null): MileageFlag | null {
  const change = reading.miles - highest.miles;
  if (reading.day === highest.day && change <= toleratedDrop) return null;
  const isJump = perYear(change, highest.day, reading.day) > plausibleMilesPerYear;
  const isDrop = change < -toleratedDrop;
  if (!isJump && !isDrop) return null;
  if (near(reading.miles, highest.miles / 10) || near(reading.miles / 10, highest.miles)) return 'entry-error';
  if (isUnitMixUp(reading, highest)) return 'unit-mix-up';
  if (isJump) return isLoneHigh(reading, highest, next) ? 'entry-error' : 'jump';
  return isDigitLeftOut(reading, highest, next) ? 'entry-error' : 'drop';
}

function isLoneHigh(reading: Reading, highest: Reading, next: Reading | null): boolean {
  return next !== null && next.miles < reading.miles - toleratedDrop && next.miles >= highest.miles;
}

/** With the digit put back it stands between the readings either side of it. */
function isDigitLeftOut(reading: Reading, highest: Reading, next: Reading | null): boolean {
  const restored = reading.miles * 10;
  return next !== null && restored >= highest.miles - toleratedDrop && restored <= next.miles + 10;
}

/**
 * A reading that is the other unit of the one before. Where both tests noted the same unit, only a close match soon after
 * says so: across a year's driving it would be a coincidence, and could hide a real drop.
 */
function isUnitMixUp(reading: Reading, highest: Reading): boolean {
  const isSameUnit = reading.recorded.unit === highest.recorded.unit;
  if (isSameUnit && daysBetween(highest.day, reading.day) > soonAfterDays) return false;
  const [low, high] = [reading.miles, highest.miles].toSorted((a, b) => a - b) as [number, number];
  return near(low, high * milesPerKilometre, isSameUnit ? 0.02 : 0.1);
}

function near(a: number, b: number, tolerance = 0.1): boolean {
  return Math.abs(a - b) <= b * tolerance;
}

/** A month at least: a delivery trip between two tests of one week is no yearly rate. */
function perYear(miles: number, from: IsoDate, to: IsoDate): number {
  return (miles / Math.max(30, daysBetween(from, to))) * daysPerYear;
}

function confidenceIn(points: readonly MileagePoint[]): MileageTimeline['confidence'] {
  if (points.some(({ flag }) => flag === 'drop')) return 'inconsistent';
  if (points.some(({ flag }) => flag !== null)) return 'unclear';
  return points.length < 2 ? 'too-few' : 'consistent';
}

function rate(first: Reading | null, last: Reading | null, points: readonly MileagePoint[]): number | null {
  const isBroken = points.some(({ flag }) => flag !== null && flag !== 'entry-error');
  if (first === null || last === null || isBroken) return null;
  const days = daysBetween(first.day, last.day);
  return days < 90 ? null : Math.round(((last.miles - first.miles) / days) * daysPerYear);
}

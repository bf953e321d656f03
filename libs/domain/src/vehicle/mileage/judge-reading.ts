import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';

/**
 * 'drop': more than 500 miles below the trend of earlier readings, and not explained by later ones.
 * 'jump': at a rate of more than 60,000 miles a year.
 * 'entry-error': a single outlier that the next reading contradicts, or a first reading with an extra digit.
 * 'unit-mix-up': miles and kilometres seem to have been swapped.
 * 'corrected': a retest within days recorded a different figure that fits.
 * 'roll-over': a five-digit odometer of an old vehicle that passed 99,999.
 */
export type MileageFlag = 'drop' | 'jump' | 'entry-error' | 'unit-mix-up' | 'corrected' | 'roll-over';

export interface MileageReadingToJudge {
  day: IsoDate;
  miles: number;
  recorded: { value: number; unit: 'MI' | 'KM' };
}

type DayAndMiles = Pick<MileageReadingToJudge, 'day' | 'miles'>;

export interface NeighbouringReadings {
  /** The last reading consistent with the ones before it; null before the first. */
  line: MileageReadingToJudge | null;
  /** The highest annual mileage of the trend so far; 0 while there is none. */
  usualPerYear: number;
  /** Readings after this one, oldest first. */
  later: readonly MileageReadingToJudge[];
  firstUsed: IsoDate | null;
}

export const toleratedDropMiles = 500;
export const plausibleMilesPerYear = 60_000;
/** Plausible annual mileage of a private car; a car that has shown more is allowed twice its own rate. */
export const drivableMilesPerYear = 30_000;
export const milesPerKilometre = 0.621371;
const daysPerYear = 365.25;
const soonAfterDays = 60;
/** A partial retest is due within ten working days. */
const retestWithinDays = 14;
/** Miles between a test and its retest: to a garage and back. */
const retestDrive = 2_000;
export const fiveDigitOdometerLimit = 100_000;
/** Six-digit odometers became usual during the 1990s. */
const lastFiveDigitYear = 1995;

/** Classifies a reading against earlier and later ones; null if it is plausible. */
export function judgeMileageReading(reading: MileageReadingToJudge, around: NeighbouringReadings): MileageFlag | null {
  const { line, later } = around;
  if (line === null) return judgeFirst(reading, around);
  const change = reading.miles - line.miles;
  if (reading.day === line.day && change <= toleratedDropMiles) return null;
  const isJump = perYear(change, line.day, reading.day) > plausibleMilesPerYear;
  const isDrop = change < -toleratedDropMiles;
  if (!isJump && !isDrop) return null;
  if (later.some((retest) => corrects(retest, reading) && isReadingConsistentWith(retest, line))) return 'corrected';
  if (isDrop && isLoneLow(reading, line, around)) return 'entry-error';
  if (isUnitMixUp(reading, line)) return 'unit-mix-up';
  if (isJump) return isLoneHigh(reading, line, later) ? 'entry-error' : 'jump';
  return isRollOver(reading, line, around) ? 'roll-over' : 'drop';
}

function judgeFirst(reading: MileageReadingToJudge, { later, firstUsed }: NeighbouringReadings): MileageFlag | null {
  if (later.some((retest) => corrects(retest, reading))) return 'corrected';
  const [next, afterNext] = later;
  if (next === undefined || !isImplausiblyHigh(reading, firstUsed) || !hasExtraDigit(reading, next)) return null;
  return afterNext === undefined || isReadingConsistentWith(afterNext, next) ? 'entry-error' : null;
}

/**
 * Whether a reading is more than any car could have covered: then a lower one afterwards is no sign of a turned-back
 * odometer.
 */
function isImplausiblyHigh({ miles, day }: MileageReadingToJudge, firstUsed: IsoDate | null): boolean {
  if (firstUsed === null) return miles >= 300_000;
  return miles > plausibleMilesPerYear * Math.max(1, daysBetween(firstUsed, day) / daysPerYear);
}

/** A retest within days of a test that recorded a different figure. */
function corrects(retest: MileageReadingToJudge, reading: MileageReadingToJudge): boolean {
  const change = retest.miles - reading.miles;
  return (
    daysBetween(reading.day, retest.day) <= retestWithinDays && (change < -toleratedDropMiles || change > retestDrive)
  );
}

/** Whether a vehicle can have been driven from one reading to a later one. */
export function isReadingConsistentWith(reading: DayAndMiles, line: DayAndMiles): boolean {
  const change = reading.miles - line.miles;
  return change >= -toleratedDropMiles && perYear(change, line.day, reading.day) <= plausibleMilesPerYear;
}

/** Whether the second of two readings is a retest with the same figure, and so no independent evidence. */
export function isRetestOfSameReading(one: DayAndMiles, other: DayAndMiles): boolean {
  return (
    Math.abs(daysBetween(one.day, other.day)) <= retestWithinDays &&
    Math.abs(one.miles - other.miles) <= toleratedDropMiles
  );
}

/**
 * One low reading between two that agree is a recording error if the vehicle cannot have been driven from it to the
 * next. Where it can, or where a second low reading confirms it, it stays a drop: a clocked odometer that was driven on
 * looks the same.
 */
function isLoneLow(
  reading: MileageReadingToJudge,
  line: MileageReadingToJudge,
  { later, usualPerYear }: NeighbouringReadings,
): boolean {
  const next = later.find((one) => !isRetestOfSameReading(one, reading));
  if (next === undefined || !isReadingConsistentWith(next, line)) return false;
  const drivable = Math.max(drivableMilesPerYear, 2 * usualPerYear);
  // Almost zero after thousands: a zero or an incomplete figure was entered.
  return reading.miles < line.miles / 100 || perYear(next.miles - reading.miles, reading.day, next.day) > drivable;
}

function isLoneHigh(
  reading: MileageReadingToJudge,
  line: MileageReadingToJudge,
  later: readonly MileageReadingToJudge[],
): boolean {
  const [next] = later;
  return (
    next !== undefined &&
    next.miles < reading.miles - toleratedDropMiles &&
    next.miles >= line.miles - toleratedDropMiles
  );
}

/** Whether a reading is consistent with the next one once one digit is dropped. */
function hasExtraDigit(reading: MileageReadingToJudge, next: MileageReadingToJudge): boolean {
  if (next.miles >= reading.miles) return false;
  const digits = String(reading.miles);
  return Array.from(digits).some((_, index) => {
    const without = Number(digits.slice(0, index) + digits.slice(index + 1));
    const driven = next.miles - without;
    return driven >= -toleratedDropMiles && perYear(driven, reading.day, next.day) <= drivableMilesPerYear;
  });
}

/**
 * Whether a reading matches the one before in the other unit. If both tests recorded the same unit, only a close match
 * soon after counts: after a year's driving it would be a coincidence, and could hide a real drop.
 */
function isUnitMixUp(reading: MileageReadingToJudge, line: MileageReadingToJudge): boolean {
  const isSameUnit = reading.recorded.unit === line.recorded.unit;
  if (isSameUnit && daysBetween(line.day, reading.day) > soonAfterDays) return false;
  const [low, high] = [reading.miles, line.miles].toSorted((a, b) => a - b) as [number, number];
  return Math.abs(low - high * milesPerKilometre) <= high * milesPerKilometre * (isSameUnit ? 0.02 : 0.1);
}

/**
 * Whether the odometer may have five digits: the vehicle was first used when those were usual, and never had a higher
 * reading.
 */
export function hasFiveDigitOdometer(readings: readonly MileageReadingToJudge[], firstUsed: IsoDate | null): boolean {
  if (firstUsed === null || Number(firstUsed.slice(0, 4)) > lastFiveDigitYear) return false;
  return readings.every(({ recorded }) => recorded.value < fiveDigitOdometerLimit);
}

function isRollOver(
  reading: MileageReadingToJudge,
  line: MileageReadingToJudge,
  { firstUsed, usualPerYear, later }: NeighbouringReadings,
): boolean {
  if (!hasFiveDigitOdometer([reading, line, ...later], firstUsed)) return false;
  const driven = reading.miles + fiveDigitOdometerLimit - line.miles;
  return perYear(driven, line.day, reading.day) <= Math.max(drivableMilesPerYear / 2, 2 * usualPerYear);
}

/** A yearly rate over at least a month: a delivery trip between two tests in one week gives none. */
function perYear(miles: number, from: IsoDate, to: IsoDate): number {
  return (miles / Math.max(30, daysBetween(from, to))) * daysPerYear;
}

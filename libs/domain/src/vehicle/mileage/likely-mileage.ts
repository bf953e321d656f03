import { formatCountWithNoun, formatEnumeration } from '../../kernel/text/phrases.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { findInconsistentReadings } from './inconsistent-readings.ts';
import { fiveDigitOdometerLimit } from './judge-reading.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';
import { newestReading } from './newest-reading.ts';
import { couldMistypeExplainMileageBreak } from './single-mistype.ts';

/** A range of miles derived from readings, with its derivation. */
export interface LikelyMileage {
  day: IsoDate;
  /** Rounded to hundreds of miles. */
  low: number;
  high: number;
  /** The derivation, as sentences. */
  how: string;
}

const daysPerYear = 365.25;
/** Shorter periods cannot be extrapolated to a year. */
const minDays = 90;
/** After so many days without a reading there is no useful estimate. */
const maxDays = 3 * 366;
const recentIntervals = 5;

/**
 * The likely mileage at the newest reading of a car whose readings decrease, or whose odometer rolled over: the missing
 * miles are added, and for each drop what the car may have been driven between the two tests, at its highest yearly
 * rate. Null if nothing is missing, and if the readings give no answer: if a single one may be wrong (at least two on
 * each side have to agree), or if there is a jump or a swap of units.
 */
export function likelyMileage(timeline: MileageTimeline): LikelyMileage | null {
  const line = timeline.points.filter(({ isOnLine }) => isOnLine);
  const newest = line.at(-1);
  const drops = findInconsistentReadings(timeline).filter(({ kind }) => kind === 'drop');
  const rolls = line.filter(({ flag }) => flag === 'roll-over').length;
  if (newest === undefined || drops.length + rolls === 0 || (drops.length > 0 && rolls > 0)) return null;
  if (line.some(({ flag }) => flag === 'jump' || flag === 'unit-mix-up')) return null;
  const missing = drops.reduce((sum, { miles }) => sum + miles, 0) + rolls * fiveDigitOdometerLimit;
  const maxPerYear = Math.max(0, ...yearlyRates(line));
  if (couldMistypeExplainMileageBreak(timeline) || (drops.length > 0 && maxPerYear === 0)) return null;
  const daysInDoubt = drops.reduce((sum, { from, to }) => sum + daysBetween(from.day, to.day), 0);
  const between = Math.round((maxPerYear / daysPerYear) * daysInDoubt);
  const low = newest.miles + missing;
  return {
    day: newest.day,
    low: hundreds(low, Math.floor),
    high: hundreds(low + between, Math.ceil),
    how: likelyMileageMethodText({ drops: drops.map(({ miles }) => miles), rolls, between, maxPerYear, newest }),
  };
}

/** `It has probably covered 116,200 to 154,600 miles by its test of 1 May 2025.` */
export function likelyMileageText({ day, low, high }: LikelyMileage): string {
  const miles = low === high ? formatThousands(low) : `${formatThousands(low)} to ${formatThousands(high)}`;
  return `It has probably covered ${miles} miles by its test of ${formatDate(day)}.`;
}

/** The label before `how` of a `LikelyMileage`. */
export const likelyMileageMethodLabel = 'How we get there:';

/**
 * The expected odometer reading today: the newest reading plus the time since then at the slowest and the fastest rate
 * between the last tests. Null with fewer than three readings, or if the newest is itself doubtful, over three years
 * old or not in the past.
 */
export function expectedMileageToday(timeline: MileageTimeline, today: IsoDate): LikelyMileage | null {
  const { stands: newest, doubted } = newestReading(timeline);
  const rates = yearlyRates(timeline.points.filter(({ isOnLine }) => isOnLine)).slice(-recentIntervals);
  if (newest === null || doubted !== null || rates.length < 2) return null;
  const days = daysBetween(newest.day, today);
  if (days < 1 || days > maxDays) return null;
  const [slow, fast] = [Math.min(...rates), Math.max(...rates)];
  const after = (rate: number) => newest.miles + (rate / daysPerYear) * days;
  return {
    day: today,
    low: Math.max(hundreds(after(slow), Math.floor), hundreds(newest.miles, Math.floor)),
    high: hundreds(after(fast), Math.ceil),
    how: `From ${formatCountWithNoun(newest.miles, 'mile')} on ${formatDate(newest.day)}: between its latest readings it was driven ${formatThousands(hundreds(slow, Math.floor))} to ${formatThousands(hundreds(fast, Math.ceil))} miles a year.`,
  };
}

/** Miles a year between consecutive readings, oldest first: not across a drop, a jump or a swap of units. */
function yearlyRates(line: readonly MileagePoint[]): number[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1];
    if (before === undefined || (point.flag !== null && point.flag !== 'roll-over')) return [];
    const days = daysBetween(before.day, point.day);
    const driven = point.miles - before.miles + (point.flag === 'roll-over' ? fiveDigitOdometerLimit : 0);
    return days < minDays ? [] : [Math.max(0, (driven / days) * daysPerYear)];
  });
}

const hundreds = (miles: number, round: (number: number) => number): number => round(miles / 100) * 100;

interface Derivation {
  drops: number[];
  rolls: number;
  between: number;
  maxPerYear: number;
  newest: MileagePoint;
}

function likelyMileageMethodText({ drops, rolls, between, maxPerYear, newest }: Derivation): string {
  const added = [
    ...(drops.length === 0
      ? []
      : [`the ${formatEnumeration(drops.map(formatThousands))} by which the readings go back`]),
    ...(rolls === 0
      ? []
      : [`${formatThousands(rolls * fiveDigitOdometerLimit)} for a five-digit odometer that started again`]),
  ];
  const start = `We take the newest reading, ${formatThousands(newest.miles)}, and add ${formatEnumeration(added)}.`;
  if (drops.length === 0) return start;
  const tests = drops.length === 1 ? 'the two tests around the drop' : 'the tests around each drop';
  return `${start} Up to ${formatThousands(hundreds(between, Math.ceil))} more for what it may have been driven between ${tests}, at the most it was driven in a year: ${formatThousands(hundreds(maxPerYear, Math.ceil))} miles.`;
}

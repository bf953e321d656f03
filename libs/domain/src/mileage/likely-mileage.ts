import { counted, listed } from '../report/decision-finding.ts';
import { grouped } from '../report/datum.ts';
import type { IsoDate } from '../report/vehicle-record.ts';
import { formatDate } from '../time/format-date.ts';
import { daysBetween } from '../time/london-date.ts';
import { doubtfulStretches } from './doubtful-stretch.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';

/** Miles between two bounds, derived from readings, and how. */
export interface LikelyMileage {
  day: IsoDate;
  /** In hundreds of miles. */
  low: number;
  high: number;
  /** The derivation, in sentences. */
  how: string;
}

const daysPerYear = 365.25;
/** Too short to extrapolate a year from. */
const shortestDays = 90;
/** A dial that nobody has read for so long is anybody's guess. */
const longestDays = 3 * 366;
const recentIntervals = 5;
const dialFull = 100_000;

/**
 * What a car whose dial went back, or rolled over, has probably covered at its newest reading: what is missing is added,
 * and for each drop what it may have been driven between the two tests, at the most it was ever driven in a year. Null
 * where nothing is missing, and where the readings give no answer: a reading that may itself be wrong (a jump, miles for
 * kilometres), or none before the drop to compare the high one with.
 */
export function likelyMileage(timeline: MileageTimeline): LikelyMileage | null {
  const line = timeline.points.filter(({ isOnLine }) => isOnLine);
  const newest = line.at(-1);
  const drops = doubtfulStretches(timeline).filter(({ kind }) => kind === 'drop');
  const rolls = line.filter(({ flag }) => flag === 'roll-over').length;
  if (newest === undefined || drops.length + rolls === 0) return null;
  if (line.some(({ flag }) => flag === 'jump' || flag === 'unit-mix-up')) return null;
  const missing = drops.reduce((sum, { miles }) => sum + miles, 0) + rolls * dialFull;
  const most = Math.max(0, ...yearlyRates(line));
  const firstDrop = line.findIndex(({ flag }) => flag === 'drop');
  // The only reading before a drop may be the one that is wrong.
  if (drops.length > 0 && (most === 0 || firstDrop < 2)) return null;
  const daysInDoubt = drops.reduce((sum, { from, to }) => sum + daysBetween(from.day, to.day), 0);
  const between = Math.round((most / daysPerYear) * daysInDoubt);
  const low = newest.miles + missing;
  return {
    day: newest.day,
    low: hundreds(low, Math.floor),
    high: hundreds(low + between, Math.ceil),
    how: howWords({ drops: drops.map(({ miles }) => miles), rolls, between, most, newest }),
  };
}

/**
 * What the dial should show today: its newest plausible reading, and the time since then at the slowest and the fastest
 * that it was driven between its last tests. Null without three readings, and where the newest is over three years old
 * or not in the past.
 */
export function expectedToday({ points }: MileageTimeline, today: IsoDate): LikelyMileage | null {
  const line = points.filter(({ isOnLine }) => isOnLine);
  const newest = line.at(-1);
  const rates = yearlyRates(line).slice(-recentIntervals);
  if (newest === undefined || rates.length < 2) return null;
  const days = daysBetween(newest.day, today);
  if (days < 1 || days > longestDays) return null;
  const [slow, fast] = [Math.min(...rates), Math.max(...rates)];
  const after = (rate: number) => newest.miles + (rate / daysPerYear) * days;
  return {
    day: today,
    low: Math.max(hundreds(after(slow), Math.floor), hundreds(newest.miles, Math.floor)),
    high: hundreds(after(fast), Math.ceil),
    how: `From ${counted(newest.miles, 'mile')} on ${formatDate(newest.day)}: between its latest readings it was driven ${grouped(hundreds(slow, Math.floor))} to ${grouped(hundreds(fast, Math.ceil))} miles a year.`,
  };
}

/** Miles a year between readings that follow each other, oldest first: not across a drop, a jump or a swap of units. */
function yearlyRates(line: readonly MileagePoint[]): number[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1];
    if (before === undefined || (point.flag !== null && point.flag !== 'roll-over')) return [];
    const days = daysBetween(before.day, point.day);
    const driven = point.miles - before.miles + (point.flag === 'roll-over' ? dialFull : 0);
    return days < shortestDays ? [] : [Math.max(0, (driven / days) * daysPerYear)];
  });
}

const hundreds = (miles: number, round: (number: number) => number): number => round(miles / 100) * 100;

interface Derivation {
  drops: number[];
  rolls: number;
  between: number;
  most: number;
  newest: MileagePoint;
}

function howWords({ drops, rolls, between, most, newest }: Derivation): string {
  const added = [
    ...(drops.length === 0 ? [] : [`the ${listed(drops.map(grouped))} that the dial went back`]),
    ...(rolls === 0 ? [] : [`${grouped(rolls * dialFull)} for a dial of five figures that began again`]),
  ];
  const start = `The newest reading, ${grouped(newest.miles)}, and ${listed(added)}.`;
  if (drops.length === 0) return start;
  const tests = drops.length === 1 ? 'the two tests around the drop' : 'the tests around each drop';
  return `${start} Up to ${grouped(hundreds(between, Math.ceil))} more for what it may have been driven between ${tests}, at the most it was driven in a year: ${grouped(hundreds(most, Math.ceil))} miles.`;
}

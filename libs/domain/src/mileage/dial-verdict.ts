import { counted, span } from '../report/decision-finding.ts';
import { grouped } from '../report/datum.ts';
import type { IsoDate } from '../report/vehicle-record.ts';
import { formatDate } from '../time/format-date.ts';
import { daysBetween } from '../time/london-date.ts';
import { plausibleMilesPerYear, toleratedDrop } from './judge-reading.ts';
import { expectedToday, likelyMileage } from './likely-mileage.ts';
import type { MileageTimeline } from './mileage-timeline.ts';

/** Whether today's dial fits with the readings of the tests. */
export interface DialVerdict {
  /**
   * `little-lower`: by up to 500 miles, which is how far testers misread. `too-high`: faster than 60,000 miles a year.
   * `more-than-usual`: possible, and above what it was driven before. `nothing`: no reading to compare it with.
   */
  state: 'fits' | 'little-lower' | 'lower' | 'more-than-usual' | 'too-high' | 'nothing';
  /** One sentence with its numbers. */
  words: string;
  /** What to do or to look at; null where there is nothing. */
  next: string | null;
}

const milesPerKilometre = 0.621371;
/** Miles above what is expected that are still no question. */
const tolerance = 1_000;

/** Compares the miles on the dial today with a vehicle's history; pass null where no test has been given. */
export function dialVerdict(miles: number, timeline: MileageTimeline | null, today: IsoDate): DialVerdict {
  const newest = timeline?.points.findLast(({ isOnLine }) => isOnLine);
  if (timeline === null || newest === undefined) {
    return {
      state: 'nothing',
      words: 'No reading of an MOT test is on record to compare it with.',
      next: 'Compare it with the service book and with invoices.',
    };
  }
  const change = miles - newest.miles;
  const days = daysBetween(newest.day, today);
  const ago = days === 0 ? 'today' : `${span(newest.day, today)} ago`;
  const test = `its MOT test of ${formatDate(newest.day)}, ${ago} (${grouped(newest.miles)})`;
  if (change < -toleratedDrop) {
    return {
      state: 'lower',
      words: `It does not fit: ${counted(-change, 'mile')} lower than at ${test}.`,
      next: 'Read the dial again, not the trip counter. A dial does not run backwards: ask for the invoice of a replaced instrument, or walk away.',
    };
  }
  if (change < 0) {
    return {
      state: 'little-lower',
      words: `It nearly fits: ${counted(-change, 'mile')} lower than at ${test}.`,
      next: 'Read the dial again. A tester may have misread it by that much.',
    };
  }
  const perYear = (change / Math.max(30, days)) * 365.25;
  const expected = expectedToday(timeline, today);
  if (perYear > plausibleMilesPerYear) {
    return {
      state: 'too-high',
      words: `It does not fit: ${counted(change, 'mile')} more than at ${test}, which is more than 60,000 a year.`,
      next: kilometres(miles, newest.miles, expected?.high ?? null) ?? 'Read the dial again, and ask the seller.',
    };
  }
  const more = `${counted(change, 'mile')} more than at ${test}`;
  if (expected !== null && miles > expected.high + tolerance) {
    return {
      state: 'more-than-usual',
      words: `It can be, and it is more than usual: ${more}. As it was driven before, it would show at most ${grouped(expected.high)}.`,
      next: kilometres(miles, newest.miles, expected.high) ?? 'Ask what it has been used for since.',
    };
  }
  return { state: 'fits', words: `It fits: ${more}.`, next: inDoubt(timeline, change) };
}

/** A dial in kilometres, of an import say, shows 1.6 times the miles. */
function kilometres(shown: number, newest: number, most: number | null): string | null {
  const miles = Math.round(shown * milesPerKilometre);
  const isLikely = miles >= newest - toleratedDrop && (most === null || miles <= most + tolerance);
  return isLikely
    ? `Does the dial show kilometres? ${grouped(shown)} kilometres are ${counted(miles, 'mile')}, and that would fit.`
    : null;
}

/** A dial that follows a history which went backwards is as doubtful as that. */
function inDoubt(timeline: MileageTimeline, since: number): string | null {
  if (timeline.confidence !== 'inconsistent') return null;
  const likely = likelyMileage(timeline);
  const start = 'It follows the newest reading only: the history itself goes backwards.';
  if (likely === null) return start;
  const [low, high] = [Math.floor((likely.low + since) / 100) * 100, Math.ceil((likely.high + since) / 100) * 100];
  return `${start} The car has probably covered ${grouped(low)} to ${grouped(high)} miles.`;
}

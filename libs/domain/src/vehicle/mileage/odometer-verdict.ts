import { formatCountWithNoun, approximateDuration } from '../../kernel/text/phrases.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import {
  drivableMilesPerYear,
  isReadingConsistentWith,
  fiveDigitOdometerLimit,
  milesPerKilometre,
  plausibleMilesPerYear,
  isRetestOfSameReading,
  toleratedDropMiles,
} from './judge-reading.ts';
import { expectedMileageToday, likelyMileage } from './likely-mileage.ts';
import type { MileagePoint, MileageTimeline } from './mileage-timeline.ts';
import { newestReading } from './newest-reading.ts';

/** Whether today's odometer is consistent with the readings of the tests. */
export interface OdometerVerdict {
  /**
   * `little-lower`: by up to 500 miles, the usual misreading by testers. `too-high`: faster than 60,000 miles a year.
   * `fits-newest`: consistent with the newest reading of a history with a drop. `more-than-usual`, `less-than-usual`:
   * possible, but above or below the earlier rate. `in-doubt`: the reading to compare with is itself doubtful, or the
   * odometer may have rolled over. `nothing`: no reading to compare with.
   */
  state:
    | 'fits'
    | 'fits-newest'
    | 'little-lower'
    | 'lower'
    | 'more-than-usual'
    | 'less-than-usual'
    | 'too-high'
    | 'in-doubt'
    | 'nothing';
  /** One sentence with its numbers. */
  words: string;
  /** The advice: what to do or to check; null if there is none. */
  next: string | null;
}

/** Miles above the expected range that are still unremarkable. */
const tolerance = 1_000;
/** A mileage per year below which hardly any car in use is; it raises a question after a year. */
const hardlyDriven = 500;

/**
 * Compares today's odometer in miles with a vehicle's history; null before any reading was entered. If the full check
 * marks the mileage as an anomaly, an odometer that follows the readings is as doubtful as they are.
 */
export function odometerVerdict(
  miles: number,
  { timeline, today, isMarked = false }: { timeline: MileageTimeline | null; today: IsoDate; isMarked?: boolean },
): OdometerVerdict {
  const verdict = byReadings(miles, timeline, today);
  if (!isMarked || !followsReadings.has(verdict.state)) return verdict;
  return {
    state: 'in-doubt',
    words: `${verdict.words} But the full check marks its mileage as an anomaly.`,
    next: [verdict.next, 'Compare the odometer with the service book and with invoices over the years.']
      .filter((part) => part !== null)
      .join(' '),
  };
}

const followsReadings: ReadonlySet<OdometerVerdict['state']> = new Set([
  'fits',
  'fits-newest',
  'little-lower',
  'nothing',
]);

function byReadings(miles: number, timeline: MileageTimeline | null, today: IsoDate): OdometerVerdict {
  const { stands: newest, doubted } = timeline === null ? noReading : newestReading(timeline);
  if (timeline === null || newest === null) {
    return {
      state: 'nothing',
      words: 'There is no MOT reading on record to compare it with.',
      next: 'Compare it with the service book and with invoices.',
    };
  }
  if (doubted !== null) return againstADoubted(miles, newest, doubted);
  const change = miles - newest.miles;
  const days = daysBetween(newest.day, today);
  const ago = days === 0 ? 'today' : `${approximateDuration(newest.day, today)} ago`;
  const test = `its MOT test of ${formatDate(newest.day)}, ${ago} (${formatThousands(newest.miles)})`;
  const odometer = { day: today, miles };
  if (
    change < -toleratedDropMiles &&
    timeline.mayRollOver &&
    yearly(change + fiveDigitOdometerLimit, days) <= drivableMilesPerYear
  ) {
    return {
      state: 'in-doubt',
      words: `${formatCountWithNoun(-change, 'mile')} lower than at ${test}. Cars of its age may have a five-digit odometer, which starts again after 99,999: with 100,000 more it would fit.`,
      next: 'Count the digits on the odometer, and compare it with the service book.',
    };
  }
  if (change < -toleratedDropMiles) {
    const before = timeline.points.findLast(
      (point) => point.isOnLine && point.day < newest.day && !isRetestOfSameReading(point, newest),
    );
    return {
      state: 'lower',
      words: `${formatCountWithNoun(-change, 'mile')} lower than at ${test}.`,
      next: `Read the odometer again, not the trip counter. ${
        before !== undefined && isReadingConsistentWith(odometer, before)
          ? `It would fit the reading before, ${reading(before)}: ask for the certificate of the latest test, whose reading may be mistyped, and for the invoice of a replaced odometer. Without either, walk away.`
          : 'An odometer does not run backwards: ask for the invoice of a replaced one, or walk away.'
      }`,
    };
  }
  if (change < 0) {
    return {
      state: 'little-lower',
      words: `${formatCountWithNoun(-change, 'mile')} lower than at ${test}.`,
      next: 'Read the odometer again. A tester may have misread it by that much.',
    };
  }
  const expected = expectedMileageToday(timeline, today);
  if (yearly(change, days) > plausibleMilesPerYear) {
    return {
      state: 'too-high',
      words: `${formatCountWithNoun(change, 'mile')} more than at ${test}, which is more than 60,000 a year.`,
      next: kilometres(miles, newest.miles, expected?.high ?? null) ?? 'Read the odometer again, and ask the seller.',
    };
  }
  const more = `${formatCountWithNoun(change, 'mile')} more than at ${test}`;
  if (expected !== null && miles > expected.high + tolerance) {
    return {
      state: 'more-than-usual',
      words: `It is possible: ${more}. At its earlier rate it would show at most ${formatThousands(expected.high)}.`,
      next: kilometres(miles, newest.miles, expected.high) ?? 'Ask what it has been used for since.',
    };
  }
  const least = expected === null ? null : expected.low - tolerance;
  const isHardlyDriven = expected === null && days >= 365 && yearly(change, days) < hardlyDriven;
  if (isHardlyDriven || (least !== null && miles < least)) {
    const before =
      expected === null ? '' : ` At its earlier rate it would show at least ${formatThousands(expected.low)}.`;
    return {
      state: 'less-than-usual',
      words: `It is possible: ${more}.${before}`,
      next: [
        'Ask the seller where it has been kept since, and for service invoices from that time.',
        inDoubt(timeline, change),
      ]
        .filter((part) => part !== null)
        .join(' '),
    };
  }
  const doubt = inDoubt(timeline, change);
  return { state: doubt === null ? 'fits' : 'fits-newest', words: `${more}.`, next: doubt };
}

const yearly = (driven: number, days: number): number => (driven / Math.max(30, days)) * 365.25;

const noReading = { stands: null, doubted: null };

const reading = ({ day, miles }: Pick<MileagePoint, 'day' | 'miles'>) =>
  `${formatThousands(miles)} on ${formatDate(day)}`;

/** States both readings without a verdict, as it is unknown which of them is right. */
function againstADoubted(miles: number, newest: MileagePoint, doubted: MileagePoint): OdometerVerdict {
  const than = (other: number) =>
    miles === other
      ? 'as many as'
      : `${formatCountWithNoun(Math.abs(miles - other), 'mile')} ${miles < other ? 'less' : 'more'} than`;
  return {
    state: 'in-doubt',
    words: `Its latest reading, ${reading(doubted)}, is itself in doubt. The one before is ${reading(newest)}: the odometer shows ${than(newest.miles)} that.`,
    next: 'No later test settles it. Ask for the certificate of the latest test, and compare the odometer with the service book and with invoices.',
  };
}

/** An odometer in kilometres, for example of an import, shows 1.6 times the miles. */
function kilometres(shown: number, newest: number, maxReading: number | null): string | null {
  const miles = Math.round(shown * milesPerKilometre);
  const isLikely = miles >= newest - toleratedDropMiles && (maxReading === null || miles <= maxReading + tolerance);
  return isLikely
    ? `Does the odometer show kilometres? ${formatThousands(shown)} kilometres are ${formatCountWithNoun(miles, 'mile')}, and that would fit.`
    : null;
}

/** An odometer that follows a history with a drop is as doubtful as the history. */
function inDoubt(timeline: MileageTimeline, since: number): string | null {
  if (timeline.confidence !== 'inconsistent') return null;
  const likely = likelyMileage(timeline);
  const start = 'It follows the latest reading only: the history itself goes backwards.';
  if (likely === null) return start;
  const [low, high] = [Math.floor((likely.low + since) / 100) * 100, Math.ceil((likely.high + since) / 100) * 100];
  return `${start} The car has probably covered ${formatThousands(low)} to ${formatThousands(high)} miles.`;
}

import { keeperHistory } from './keeper-history.ts';
import { plateHistory } from './plate-history.ts';
import { addMonths, daysBetween, isCalendarDay } from '../kernel/time/london-date.ts';
import { firstRegistrationCandidates } from '../vehicle/record/first-registration-candidates.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { SourceName, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../kernel/time/iso-date.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** Frequent changes of keeper or plate. */
export interface FrequentChanges {
  count: number;
  /** The days of the first and the last change; null if only their number is known. */
  from: IsoDate | null;
  to: IsoDate | null;
  /** Whether no later change is known. */
  isLatest: boolean;
  source: SourceName;
  at: IsoInstant;
}

export interface FrequentKeeperChanges extends FrequentChanges {
  /** All previous keepers; at least `count`. */
  total: number;
  /** Whether they are many for the vehicle's age; otherwise many at any age, or close together. */
  isForItsAge: boolean;
}

/** Three keepers in under five years: what the specification's buying guide calls a red flag (section 9, blog copy). */
const manyChanges = 3;
const withinMonths = 60;
/**
 * Without dates: the number of previous keepers is high if each kept it for less than this on average, and there are at
 * least four.
 */
const shortOwnershipYears = 2;
const manyKeepers = 4;
/** The limit without a date of first registration. */
const manyAtAnyAge = 6;

/**
 * Frequent changes of keeper: three or more within five years that end in the last five, by the dated list; otherwise
 * many previous keepers for the vehicle's age. Null if neither applies.
 */
export function frequentKeeperChanges(input: ReportInput): FrequentKeeperChanges | null {
  const { record, today } = input;
  const { previousKeepers, changes, source, at } = keeperHistory(input);
  const days = changes
    // The first keeper is not a change.
    .filter(({ number }) => number !== 1)
    .flatMap(({ since }) => (since !== null && isCalendarDay(since) && since <= today ? [since] : []));
  const cluster = densest(days, addMonths(today, -withinMonths));
  if (cluster !== null) {
    const { specification } = record;
    // Dates without a number come from the list alone.
    const by = { source: source ?? specification.source, at: at ?? specification.at };
    return { ...cluster, total: Math.max(cluster.count, previousKeepers ?? 0), isForItsAge: false, ...by };
  }
  if (previousKeepers === null || source === null || at === null) return null;
  const undated = { from: null, to: null, isLatest: true, source, at };
  const many = { count: previousKeepers, total: previousKeepers, isForItsAge: false, ...undated };
  const born = firstRegistrationCandidates(record).find(({ value }) => value !== null)?.value?.date;
  if (born === undefined) return previousKeepers >= manyAtAnyAge ? many : null;
  const years = Math.max(0, daysBetween(born, today)) / 365.25;
  const isShort = previousKeepers >= manyKeepers && years / (previousKeepers + 1) < shortOwnershipYears;
  return isShort ? { ...many, isForItsAge: true } : null;
}

/**
 * The most changes within five years of which the last is not before `since`; of several such series the latest; null
 * below three.
 */
function densest(
  days: readonly IsoDate[],
  since: IsoDate,
): Pick<FrequentChanges, 'count' | 'from' | 'to' | 'isLatest'> | null {
  const sorted = days.toSorted();
  const runs = sorted
    .filter((day) => day >= since)
    .map((to) => sorted.filter((day) => day <= to && day > addMonths(to, -withinMonths)));
  const longest = runs.toReversed().toSorted((a, b) => b.length - a.length)[0] ?? [];
  const [from] = longest;
  const to = longest.at(-1);
  if (longest.length < manyChanges || from === undefined || to === undefined) return null;
  return { count: longest.length, from, to, isLatest: to === sorted.at(-1) };
}

/**
 * Two plate changes within three years, or three at any time: each new plate makes the earlier history harder to find.
 */
const platesSoon = { changes: 2, months: 36 };
const manyPlates = 3;

/** Frequent changes of plate; null if there are none. */
export function frequentPlateChanges(record: VehicleRecord, fullCheck: FullCheck | null): FrequentChanges | null {
  const { count, changes, source, at } = plateHistory(record, fullCheck);
  if (count === null || source === null || at === null) return null;
  const days = changes.flatMap(({ date }) => (date !== null && isCalendarDay(date) ? [date] : [])).toSorted();
  const [first] = days;
  const last = days.at(-1);
  const known = days.length === count && first !== undefined && last !== undefined && count > 1;
  const common = { count, isLatest: true, source, at };
  if (count >= manyPlates) return { ...common, from: known ? first : null, to: known ? last : null };
  const isSoon = known && count >= platesSoon.changes && first > addMonths(last, -platesSoon.months);
  return isSoon ? { ...common, from: first, to: last } : null;
}

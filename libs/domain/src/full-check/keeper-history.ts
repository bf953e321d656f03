import { firstRegistrationCandidates } from '../vehicle/record/first-registration-candidates.ts';
import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import { highestReportedCount, recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import type { KeeperChange, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { addMonths, daysBetween } from '../kernel/time/london-date.ts';
import type { RegisterChangeHistory } from './register-change-history.ts';
import { changeCountText, valueIfAgreeing, mergeChanges } from './merge-changes.ts';
import { formatDateOrNull } from './register-values.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

export interface KeeperEntry {
  /** The day on which this keeper began, if recorded. */
  since: IsoDate | null;
  /** The first keeper is 1; null if the register does not number them. */
  number: number | null;
  /** Whole months of ownership, until the next keeper or today; null if either day is unknown. */
  months: number | null;
  /** `Keeper 3 since 3 March 2019, for 2 years 4 months` */
  words: string;
}

export interface KeeperHistory extends RegisterChangeHistory<KeeperEntry> {
  /** Keepers before the present one; null if no register has the number. */
  previousKeepers: number | null;
}

/**
 * The keepers of a vehicle, newest first, from the vehicle record and, once made, the full check; the first keeper
 * begins with the first registration. `count` is the number of changes of keeper.
 */
export function keeperHistory(input: ReportInput): KeeperHistory {
  const { value: previousKeepers, ...agreed } = highestReportedCount(
    recordAndCheckValues(
      input,
      (data) => data.previousKeepers ?? highestNumber(data.keeperChanges),
      (data) => data.previousKeepers,
    ),
  );
  const [inRecord, inCheck] = recordAndCheckValues(
    input,
    ({ keeperChanges, lastKeeperChange, previousKeepers: before }) =>
      withLatest(keeperChanges, { date: lastKeeperChange, previousKeepers: null }, before),
    ({ latestKeeperChange, previousKeepers: before }) =>
      withLatest([], { date: latestKeeperChange, previousKeepers: before }, before),
  ).map((list) => list.value ?? []);
  const agreedCount = agreed.disagreement === null ? previousKeepers : null;
  const beginnings = merged(inRecord ?? [], inCheck ?? [], agreedCount);
  // The first keeper's start may be listed too, and is not a change.
  const changes = beginnings.filter(({ previousKeepers: before }) => before !== 0);
  const count =
    previousKeepers === null && changes.length === 0 ? null : Math.max(previousKeepers ?? 0, changes.length);
  return {
    ...agreed,
    previousKeepers,
    count,
    words: changeCountText(
      count,
      changes.map(({ date }) => date),
    ),
    changes: periods(beginnings, input.record, input.today),
  };
}

function highestNumber(changes: readonly KeeperChange[]): number | null {
  const numbers = changes.flatMap(({ previousKeepers }) => previousKeepers ?? []);
  return numbers.length === 0 ? null : Math.max(...numbers);
}

/** Adds the separately recorded date of the latest change if the list does not have it. */
function withLatest(
  changes: readonly KeeperChange[],
  latest: KeeperChange,
  previousKeepers: number | null,
): KeeperChange[] {
  const known = changes.filter((change) => change.date !== null || change.previousKeepers !== null);
  return latest.date === null ? known : merged(known, [latest], previousKeepers);
}

/** Merges both lists, each change once; `previousKeepers` is kept if both agree on it. */
function merged(
  first: readonly KeeperChange[],
  second: readonly KeeperChange[],
  previousKeepers: number | null,
): KeeperChange[] {
  // The first keeper's start may be listed too, and is not a change.
  const beginnings = [...first, ...second].some((change) => change.previousKeepers === 0) ? 1 : 0;
  return mergeChanges(first, second, {
    join,
    isSame: (a, b) => a.previousKeepers !== null && a.previousKeepers === b.previousKeepers,
    agreed: previousKeepers === null ? null : previousKeepers + beginnings,
  });
}

function join(a: KeeperChange, b: KeeperChange): KeeperChange | null {
  const previousKeepers = valueIfAgreeing(a.previousKeepers, b.previousKeepers);
  if (previousKeepers !== undefined) return { date: a.date ?? b.date, previousKeepers };
  // The same change, numbered differently by two sources.
  return a.date !== null && a.date === b.date ? { date: a.date, previousKeepers: null } : null;
}

function periods(changes: readonly KeeperChange[], record: VehicleRecord, today: IsoDate): KeeperEntry[] {
  const starts = changes.map(({ date, previousKeepers }) => ({
    since: date,
    number: previousKeepers === null ? null : previousKeepers + 1,
  }));
  const registered =
    firstRegistrationCandidates(record).find(({ value }) => value?.exact === true)?.value?.date ?? null;
  const oldest = starts.at(-1);
  const isBefore = oldest?.since == null || (registered !== null && registered < oldest.since);
  if (registered !== null && isBefore && starts.every(({ number }) => number !== 1)) {
    starts.push({ since: registered, number: 1 });
  }
  return starts.map(({ since, number }, index) => {
    const next = starts[index - 1];
    const until = next === undefined ? today : follows(number, next.number) ? next.since : null;
    const months = since === null || until === null || until < since ? null : monthsBetween(since, until);
    return { since, number, months, words: wordsOf({ since, number, months, isPresent: next === undefined }) };
  });
}

/** A keeper's end is the start of the next one only if their numbers are consecutive. */
function follows(number: number | null, next: number | null): boolean {
  return number !== null && next === number + 1;
}

function wordsOf(keeper: Omit<KeeperEntry, 'words'> & { isPresent: boolean }): string {
  const { since, number, months, isPresent } = keeper;
  const who = number === null ? 'A keeper' : `Keeper ${number}`;
  const begun = formatDateOrNull(since);
  if (begun === null) return `${who}, date not recorded`;
  const long = months === null ? '' : `, for ${formatMonths(months)}`;
  return `${who} ${isPresent ? 'since' : 'from'} ${begun}${long}`;
}

/** `2 years 4 months`, `1 year`, `less than a month`. */
export function formatMonths(months: number): string {
  const unit = (count: number, name: string) => (count === 0 ? [] : [formatCountWithNoun(count, name)]);
  const parts = [...unit(Math.floor(months / 12), 'year'), ...unit(months % 12, 'month')];
  return parts.length === 0 ? 'less than a month' : parts.join(' ');
}

function monthsBetween(from: IsoDate, to: IsoDate): number {
  const estimate = Math.floor(daysBetween(from, to) / 30) + 1;
  for (let months = estimate; months > 0; months -= 1) {
    if (addMonths(from, months) <= to) return months;
  }
  return 0;
}

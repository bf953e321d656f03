import { formatCountWithNoun, formatEnumeration } from '../../kernel/text/phrases.ts';
import { findInconsistentReadings } from '../../vehicle/mileage/inconsistent-readings.ts';
import { couldMistypeExplainMileageBreak } from '../../vehicle/mileage/single-mistype.ts';
import { mileageOfRecord } from '../../vehicle/mileage/mileage-of-record.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { formatTimeAfter, formatTimeBetween } from './time-between.ts';
import type { HistoryEvent, HistoryEventKind } from './history-event.ts';

/** A gap or a cluster in a history: an event remarkably soon after another, or none for a long time. */
export interface HistoryFinding {
  kind: 'cluster' | 'gap';
  level: 'look' | 'bad';
  /** One sentence without its full stop. */
  words: string;
  /** The ids of its events, oldest first; it is shown after the last of them. */
  rests: string[];
}

/** Two kinds of events, of which the second follows soon after the first. */
interface Pair {
  first: readonly HistoryEventKind[];
  second: HistoryEventKind;
  withinDays: number;
  level: HistoryFinding['level'];
  words: (first: HistoryEvent, second: HistoryEvent) => string;
}

const named: Partial<Record<HistoryEventKind, string>> = {
  loss: 'the loss',
  theft: 'the theft',
  plate: 'the plate changed',
};

const since = (first: HistoryEvent, second: HistoryEvent) =>
  `${formatTimeAfter(first.date, second.date)} ${named[first.kind] ?? 'that'}`;

/** The limits are our own judgement of what would make a careful buyer ask. */
const pairs: readonly Pair[] = [
  {
    first: ['loss', 'theft'],
    second: 'plate',
    withinDays: 183,
    level: 'bad',
    words: (first, second) => `The plate changed ${since(first, second)}`,
  },
  {
    first: ['loss', 'theft'],
    second: 'colour',
    withinDays: 183,
    level: 'bad',
    words: (first, second) => `The colour changed ${since(first, second)}`,
  },
  {
    first: ['loss', 'theft'],
    second: 'keeper',
    withinDays: 122,
    level: 'look',
    words: (first, second) => `It changed hands ${since(first, second)}`,
  },
  {
    first: ['plate'],
    second: 'colour',
    withinDays: 92,
    level: 'look',
    words: (first, second) => `The colour changed ${since(first, second)}`,
  },
];

/** A buyer's own agreement begins with the sale, and a change of keeper is recorded some weeks late. */
const afterAgreementDays = 30;

/** Changes of keeper at most this many days apart form one cluster. */
const soonDays = 122;

/**
 * The clusters of a history; `events` oldest first. An event with only a month, or with the day of its entry in a
 * register, proves no order of days.
 */
export function clusteredEventFindings(events: readonly HistoryEvent[], record: VehicleRecord): HistoryFinding[] {
  const exact = events.filter(({ precision, dated }) => precision === 'day' && dated === 'happened');
  return [
    ...pairs.flatMap((pair) => soonAfter(exact, pair)),
    ...quickKeepers(exact),
    ...handsOnFinance(exact),
    ...handsAtADrop(exact, record),
    ...testedAfterTheEnd(exact),
  ];
}

/** Pairs each second event once with the nearest first event before it. */
function soonAfter(
  events: readonly HistoryEvent[],
  { first, second, withinDays, level, words }: Pair,
): HistoryFinding[] {
  return events.flatMap((event): HistoryFinding[] => {
    if (event.kind !== second) return [];
    const cause = events.findLast(
      ({ kind, date }) => first.includes(kind) && date <= event.date && daysBetween(date, event.date) <= withinDays,
    );
    return cause === undefined
      ? []
      : [{ kind: 'cluster', level, words: words(cause, event), rests: idsInEventOrder(events, [cause, event]) }];
  });
}

function quickKeepers(events: readonly HistoryEvent[]): HistoryFinding[] {
  const runs: HistoryEvent[][] = [];
  for (const change of events.filter(({ kind }) => kind === 'keeper')) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && daysBetween(before.date, change.date) <= soonDays)
      run.push(change);
    else runs.push([change]);
  }
  return runs.flatMap((run): HistoryFinding[] => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined || run.length < 2) return [];
    const times = run.length === 2 ? 'twice' : `${run.length} times`;
    const within = first.date === last.date ? 'on one day' : `within ${formatTimeBetween(first.date, last.date)}`;
    const words = `It changed hands ${times} ${within}`;
    return [{ kind: 'cluster', level: 'look', words, rests: run.map(({ id }) => id) }];
  });
}

/** A change of keeper well within the term of an agreement: the seller may still have owed money. */
function handsOnFinance(events: readonly HistoryEvent[]): HistoryFinding[] {
  return events.flatMap((change): HistoryFinding[] => {
    if (change.kind !== 'keeper') return [];
    const agreement = events.findLast(
      ({ kind, date, until }) =>
        kind === 'finance' &&
        until !== null &&
        change.date < until &&
        date < change.date &&
        daysBetween(date, change.date) > afterAgreementDays,
    );
    if (agreement === undefined) return [];
    const words = `It changed hands ${formatTimeAfter(agreement.date, change.date)} the start of a finance agreement, within its term`;
    return [{ kind: 'cluster', level: 'look', words, rests: idsInEventOrder(events, [agreement, change]) }];
  });
}

/**
 * A change of keeper between the two tests around a drop in mileage. If a single mistyped reading would explain the
 * drop, it is only a question.
 */
function handsAtADrop(events: readonly HistoryEvent[], record: VehicleRecord): HistoryFinding[] {
  const timeline = mileageOfRecord(record);
  if (timeline === null) return [];
  const slip = couldMistypeExplainMileageBreak(timeline);
  const testOn = (day: string) => events.find(({ kind, date }) => kind === 'test' && date === day);
  return findInconsistentReadings(timeline).flatMap(({ kind, from, to, miles }): HistoryFinding[] => {
    const [before, back] = [testOn(from.day), testOn(to.day)];
    if (kind !== 'drop' || before === undefined || back === undefined) return [];
    const changes = events.filter((event) => event.kind === 'keeper' && event.date > from.day && event.date <= to.day);
    const hands =
      changes.length === 0
        ? ''
        : `; in between it changed hands on ${formatEnumeration(changes.map(({ date }) => formatDate(date)))}`;
    const words = `The readings go back by ${formatCountWithNoun(miles, 'mile')} between two tests, ${formatTimeBetween(from.day, to.day)} apart${hands}${slip ? '; one mistyped reading may be the reason' : ''}`;
    return [
      {
        kind: 'cluster',
        level: slip ? 'look' : 'bad',
        words,
        rests: idsInEventOrder(events, [before, ...changes, back]),
      },
    ];
  });
}

/** A test in the UK after the car was recorded as scrapped or exported; a withdrawn marker is no proof. */
function testedAfterTheEnd(events: readonly HistoryEvent[]): HistoryFinding[] {
  const ends: Partial<Record<HistoryEventKind, string>> = { export: 'exported', scrapping: 'scrapped' };
  return events.flatMap((end): HistoryFinding[] => {
    const name = ends[end.kind];
    const test = events.find(({ kind, date }) => kind === 'test' && date > end.date);
    if (name === undefined || test === undefined) return [];
    const words = `It was tested here ${formatTimeAfter(end.date, test.date)} it was recorded as ${name}`;
    const level = end.kind === 'scrapping' && end.level === 'bad' ? 'bad' : 'look';
    return [{ kind: 'cluster', level, words, rests: idsInEventOrder(events, [end, test]) }];
  });
}

/** The ids of `some` events in the order of `events`. */
export function idsInEventOrder(events: readonly HistoryEvent[], some: readonly HistoryEvent[]): string[] {
  return events.filter((event) => some.includes(event)).map(({ id }) => id);
}

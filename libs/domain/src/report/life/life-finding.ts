import { counted, listed } from '../../kernel/text/phrases.ts';
import { doubtfulStretches } from '../../vehicle/mileage/doubtful-stretch.ts';
import { mayBeOneSlip } from '../../vehicle/mileage/one-slip.ts';
import { recordMileage } from '../../vehicle/mileage/record-mileage.ts';
import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { after, apart } from './apart.ts';
import type { LifeEvent, LifeKind } from './life-event.ts';

/** A gap or a cluster in a life: what happened remarkably soon after something else, or did not happen for long. */
export interface LifeFinding {
  kind: 'cluster' | 'gap';
  level: 'look' | 'bad';
  /** One sentence without its full stop. */
  words: string;
  /** The ids of the events that it rests on, oldest first; it is told after the last of them. */
  rests: string[];
}

/** Two kinds of events, the second soon after the first. */
interface Pair {
  first: readonly LifeKind[];
  second: LifeKind;
  withinDays: number;
  level: LifeFinding['level'];
  words: (first: LifeEvent, second: LifeEvent) => string;
}

const named: Partial<Record<LifeKind, string>> = {
  loss: 'the loss',
  theft: 'the theft',
  plate: 'the plate changed',
};

const since = (first: LifeEvent, second: LifeEvent) =>
  `${after(first.date, second.date)} ${named[first.kind] ?? 'that'}`;

/** How soon is remarkable is our own judgement: what would make a careful buyer ask. */
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

/** Changes of keeper with no more than this between one and the next are one cluster. */
const soonDays = 122;

/**
 * The clusters of a life; `events` oldest first. An event of which only the month is known, or the day of its entry in a
 * register, proves no order of days.
 */
export function clusters(events: readonly LifeEvent[], record: VehicleRecord): LifeFinding[] {
  const exact = events.filter(({ precision, dated }) => precision === 'day' && dated === 'happened');
  return [
    ...pairs.flatMap((pair) => soonAfter(exact, pair)),
    ...quickKeepers(exact),
    ...handsOnFinance(exact),
    ...handsAtADrop(exact, record),
    ...testedAfterTheEnd(exact),
  ];
}

/** Each second event once, with the nearest first event before it. */
function soonAfter(events: readonly LifeEvent[], { first, second, withinDays, level, words }: Pair): LifeFinding[] {
  return events.flatMap((event): LifeFinding[] => {
    if (event.kind !== second) return [];
    const cause = events.findLast(
      ({ kind, date }) => first.includes(kind) && date <= event.date && daysBetween(date, event.date) <= withinDays,
    );
    return cause === undefined
      ? []
      : [{ kind: 'cluster', level, words: words(cause, event), rests: inOrder(events, [cause, event]) }];
  });
}

function quickKeepers(events: readonly LifeEvent[]): LifeFinding[] {
  const runs: LifeEvent[][] = [];
  for (const change of events.filter(({ kind }) => kind === 'keeper')) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && daysBetween(before.date, change.date) <= soonDays)
      run.push(change);
    else runs.push([change]);
  }
  return runs.flatMap((run): LifeFinding[] => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined || run.length < 2) return [];
    const times = run.length === 2 ? 'twice' : `${run.length} times`;
    const within = first.date === last.date ? 'on one day' : `within ${apart(first.date, last.date)}`;
    const words = `It changed hands ${times} ${within}`;
    return [{ kind: 'cluster', level: 'look', words, rests: run.map(({ id }) => id) }];
  });
}

/** A change of keeper well within the term of an agreement: the one who sold it may still have owed for it. */
function handsOnFinance(events: readonly LifeEvent[]): LifeFinding[] {
  return events.flatMap((change): LifeFinding[] => {
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
    const words = `It changed hands ${after(agreement.date, change.date)} the beginning of a finance agreement, within its term`;
    return [{ kind: 'cluster', level: 'look', words, rests: inOrder(events, [agreement, change]) }];
  });
}

/**
 * A change of keeper between the two tests around a drop. Where one mistyped reading would explain it, no more than a
 * question.
 */
function handsAtADrop(events: readonly LifeEvent[], record: VehicleRecord): LifeFinding[] {
  const timeline = recordMileage(record);
  if (timeline === null) return [];
  const slip = mayBeOneSlip(timeline);
  const testOn = (day: string) => events.find(({ kind, date }) => kind === 'test' && date === day);
  return doubtfulStretches(timeline).flatMap(({ kind, from, to, miles }): LifeFinding[] => {
    const [before, back] = [testOn(from.day), testOn(to.day)];
    if (kind !== 'drop' || before === undefined || back === undefined) return [];
    const changes = events.filter((event) => event.kind === 'keeper' && event.date > from.day && event.date <= to.day);
    const hands =
      changes.length === 0
        ? ''
        : `; in between it changed hands on ${listed(changes.map(({ date }) => formatDate(date)))}`;
    const words = `The readings go back by ${counted(miles, 'mile')} between two tests, ${apart(from.day, to.day)} apart${hands}${slip ? '; one mistyped reading may be the reason' : ''}`;
    return [
      { kind: 'cluster', level: slip ? 'look' : 'bad', words, rests: inOrder(events, [before, ...changes, back]) },
    ];
  });
}

/** A test here of a car that was recorded as scrapped or exported before; a mark that was withdrawn is no proof. */
function testedAfterTheEnd(events: readonly LifeEvent[]): LifeFinding[] {
  const ends: Partial<Record<LifeKind, string>> = { export: 'exported', scrapping: 'scrapped' };
  return events.flatMap((end): LifeFinding[] => {
    const name = ends[end.kind];
    const test = events.find(({ kind, date }) => kind === 'test' && date > end.date);
    if (name === undefined || test === undefined) return [];
    const words = `It was tested here ${after(end.date, test.date)} it was recorded as ${name}`;
    const level = end.kind === 'scrapping' && end.level === 'bad' ? 'bad' : 'look';
    return [{ kind: 'cluster', level, words, rests: inOrder(events, [end, test]) }];
  });
}

/** The ids of some events in the order of all of them. */
export function inOrder(events: readonly LifeEvent[], some: readonly LifeEvent[]): string[] {
  return events.filter((event) => some.includes(event)).map(({ id }) => id);
}

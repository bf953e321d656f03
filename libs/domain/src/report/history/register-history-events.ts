import { colourHistory } from '../../full-check/colour-history.ts';
import { keeperHistory } from '../../full-check/keeper-history.ts';
import { plateHistory } from '../../full-check/plate-history.ts';
import { formatCountWithNoun } from '../../kernel/text/phrases.ts';
import { firstRegistrationCandidates } from '../../vehicle/record/first-registration-candidates.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import {
  exportMarkers,
  importMarkers,
  type RegisterMarker,
  scrapMarkers,
} from '../../vehicle/record/register-marks.ts';
import type { SourcedValue } from '../../vehicle/record/sourced-values.ts';
import type {
  IdentityInspection,
  RecordSection,
  SpecificationData,
  VehicleRecord,
} from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween, isCalendarDay } from '../../kernel/time/london-date.ts';
import { mergeChanges, valueIfAgreeing } from '../../full-check/merge-changes.ts';
import type { HistoryEvent, SourcedHistoryEvent } from './history-event.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

/** Two sources date the same event by the letter and by the transaction. */
const sameWithinDays = 31;

/**
 * The events in the registers of vehicles and keepers: registration, keepers, plates, colours, imports and exports,
 * V5Cs, scrapping.
 */
export function registerHistoryEvents(input: ReportInput): SourcedHistoryEvent[] {
  const { record, fullCheck } = input;
  return [
    ...registration(record),
    ...keepers(input),
    ...plates(record, fullCheck),
    ...colours(record, fullCheck),
    ...marks(importMarkers(record, fullCheck), { kind: 'import', title: 'Imported', level: () => 'plain' }),
    ...marks(exportMarkers(record, fullCheck), {
      kind: 'export',
      title: 'Exported',
      level: ({ marker }) => (marker === false ? 'look' : 'bad'),
    }),
    ...marks(scrapMarkers(record, fullCheck), {
      kind: 'scrapping',
      title: 'Scrapped',
      level: ({ marker }) => (marker === false ? 'look' : 'bad'),
    }),
    ...inspections(record, fullCheck),
    ...logBook(record),
  ];
}

function registration(record: VehicleRecord): SourcedHistoryEvent[] {
  const candidates = firstRegistrationCandidates(record).flatMap(({ section, value }) =>
    value === null ? [] : [{ section, ...value }],
  );
  const [first] = candidates;
  if (first === undefined) return [];
  const others = candidates.filter(
    ({ date, exact, section }) => section.source !== first.section.source && !agrees(first, { date, exact }),
  );
  return [
    {
      kind: 'registration',
      date: first.date,
      precision: first.exact ? 'day' : 'month',
      title: 'First registered',
      detail: others.length === 0 ? null : 'The sources give different dates.',
      section: first.section,
    },
    ...others.map(({ section, date, exact }): SourcedHistoryEvent => ({
      kind: 'registration',
      date,
      precision: exact ? 'day' : 'month',
      title:
        section.source === 'DVSA'
          ? 'First used or registered, by another source'
          : 'First registered, by another source',
      section,
    })),
  ];
}

interface Dated {
  date: IsoDate;
  exact: boolean;
}

function agrees(a: Dated, b: Dated): boolean {
  if (!isCalendarDay(a.date) || !isCalendarDay(b.date)) return a.date === b.date;
  if (!a.exact || !b.exact) return a.date.slice(0, 7) === b.date.slice(0, 7);
  return Math.abs(daysBetween(a.date, b.date)) <= sameWithinDays;
}

/** Attributes a date to the free vehicle record if it has it, otherwise to the full check. */
function by(
  { record, fullCheck }: Pick<ReportInput, 'record' | 'fullCheck'>,
  date: IsoDate | null,
  read: (data: SpecificationData) => readonly (IsoDate | null)[],
): Pick<SourcedHistoryEvent, 'section' | 'isFromCheck'> {
  const { specification } = record;
  const isFree = specification.state === 'found' && read(specification.data).includes(date);
  return isFree || fullCheck === null
    ? { section: specification, isFromCheck: false }
    : { section: fullCheck.vdi, isFromCheck: true };
}

function keepers(input: ReportInput): SourcedHistoryEvent[] {
  const { changes, count } = keeperHistory(input);
  // The first keeper's start is the registration, and not a change.
  const later = changes.filter(({ number }) => number !== 1);
  return [
    ...later.map(({ since, number, words }): SourcedHistoryEvent => ({
      kind: 'keeper',
      date: since,
      title: since === null ? words : number === null ? 'Changed hands' : `Changed hands: keeper ${number}`,
      ...by(input, since, (data) => [data.lastKeeperChange, ...data.keeperChanges.map(({ date }) => date)]),
    })),
    ...unlisted({
      kind: 'keeper',
      one: 'more change of keeper',
      many: 'more changes of keeper',
      count,
      listed: later.length,
      section: input.record.specification,
    }),
  ];
}

function plates(record: VehicleRecord, fullCheck: FullCheck | null): SourcedHistoryEvent[] {
  const { changes, count } = plateHistory(record, fullCheck);
  return [
    ...changes.map(({ date, from, to, words }): SourcedHistoryEvent => {
      const plate = `${from === null ? '' : ` from ${from}`}${to === null ? '' : ` to ${to}`}`;
      return {
        kind: 'plate',
        date,
        title: date === null ? `Plate: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}` : `Plate changed${plate}`,
        level: 'look',
        ...by({ record, fullCheck }, date, (data) => data.plateChanges.map((change) => change.date)),
      };
    }),
    ...unlisted({
      kind: 'plate',
      one: 'more plate change',
      many: 'more plate changes',
      count,
      listed: changes.length,
      section: record.specification,
    }),
  ];
}

function colours(record: VehicleRecord, fullCheck: FullCheck | null): SourcedHistoryEvent[] {
  const { changes, count } = colourHistory(record, fullCheck);
  return [
    ...changes.map(({ until, colour, words }): SourcedHistoryEvent => {
      const before = colour === null ? '' : `: it was ${colour.toLowerCase()} before`;
      return {
        kind: 'colour',
        date: until,
        title:
          until === null ? `Colour: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}` : `Colour changed${before}`,
        level: 'look',
        ...by({ record, fullCheck }, until, (data) => data.colourChanges.map(({ date }) => date)),
      };
    }),
    ...unlisted({
      kind: 'colour',
      one: 'more change of colour',
      many: 'more changes of colour',
      count,
      listed: changes.length,
      section: record.specification,
    }),
  ];
}

/** Changes that are counted and not listed. */
function unlisted({
  kind,
  one,
  many,
  count,
  listed,
  section,
}: {
  kind: SourcedHistoryEvent['kind'];
  one: string;
  many: string;
  count: number | null;
  listed: number;
  section: RecordSection<unknown>;
}): SourcedHistoryEvent[] {
  const missing = (count ?? 0) - listed;
  return missing <= 0 ? [] : [{ kind, date: null, title: formatCountWithNoun(missing, one, many), section }];
}

function marks(
  sourcedMarks: readonly SourcedValue<RegisterMarker>[],
  {
    kind,
    title,
    level,
  }: { kind: SourcedHistoryEvent['kind']; title: string; level: (mark: RegisterMarker) => HistoryEvent['level'] },
): SourcedHistoryEvent[] {
  const events: SourcedHistoryEvent[] = [];
  for (const [index, { section, value }] of sourcedMarks.entries()) {
    if (value === null || (!value.yes && value.date === null)) continue;
    const { date } = value;
    // The second source repeats an event of the first.
    if (events.some((other) => other.date === date || date === null || isNear(other.date, date))) continue;
    const notes = value.notes.filter((note) => note !== null).join(', ');
    events.push({
      kind,
      date,
      title: value.marker === false && kind === 'scrapping' ? `${title}, no longer marked so` : title,
      detail: notes === '' ? null : `${notes.slice(0, 1).toUpperCase()}${notes.slice(1)}.`,
      level: level(value),
      section,
      isFromCheck: index > 0,
    });
  }
  // An event without a day is dropped if the other source dates it.
  return events.filter(({ date }) => date !== null || events.every((other) => other.date === null));
}

function isNear(a: IsoDate | null, b: IsoDate): boolean {
  return a !== null && isCalendarDay(a) && isCalendarDay(b) && Math.abs(daysBetween(a, b)) <= sameWithinDays;
}

function inspections(record: VehicleRecord, fullCheck: FullCheck | null): SourcedHistoryEvent[] {
  const { specification } = record;
  const inRecord = specification.state === 'found' ? specification.data.identityInspections : [];
  const found = fullCheck?.vdi.state === 'found' ? fullCheck.vdi.data.identityInspection : null;
  const join = (a: IdentityInspection, b: IdentityInspection): IdentityInspection | null => {
    const result = valueIfAgreeing(a.result, b.result);
    return result === undefined ? null : { date: a.date ?? b.date, result };
  };
  const results = {
    PASS: 'Passed a vehicle identity check (VIC)',
    FAIL: 'Failed a vehicle identity check (VIC)',
  } as const;
  const all = mergeChanges(inRecord, found === null ? [] : [found], { join });
  const isMarked = fullCheck?.vdi.state === 'found' && fullCheck.vdi.data.identityInspected === true;
  // A marker alone only shows that there was an inspection.
  const inspected = all.length === 0 && isMarked ? [{ date: null, result: null }] : all;
  return inspected.map(({ date, result }): SourcedHistoryEvent => ({
    kind: 'inspection',
    date,
    title: result === null ? 'A vehicle identity check (VIC)' : results[result],
    detail: 'Cars written off in category A, B or C needed it until October 2015.',
    level: result === 'FAIL' ? 'bad' : 'look',
    ...by({ record, fullCheck }, date, (data) => data.identityInspections.map((inspection) => inspection.date)),
  }));
}

function logBook({ licensing }: VehicleRecord): SourcedHistoryEvent[] {
  if (licensing.state !== 'found' || licensing.data.dateOfLastV5CIssued === null) return [];
  return [
    {
      kind: 'log-book',
      date: licensing.data.dateOfLastV5CIssued,
      title: 'Latest log book (V5C) issued',
      detail: 'DVLA gives the latest one only.',
      section: licensing,
    },
  ];
}

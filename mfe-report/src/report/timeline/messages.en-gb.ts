import type { HistoryEventKind, UndatedEntry } from '@ve/domain/report/history/history-event';
import type { VehicleTimeline } from '@ve/domain/report/history/vehicle-timeline';
import { formatCountWithNoun as count } from '@ve/domain/kernel/text/phrases';

/** The kinds of events that a reader can filter. The registration is always shown: all ages are counted from it. */
export const timelineGroups = ['tests', 'keepers', 'identity', 'finance', 'harm', 'abroad'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

export const timelineGroupOfEvent: Record<HistoryEventKind, TimelineGroup | null> = {
  registration: null,
  test: 'tests',
  mileage: 'tests',
  keeper: 'keepers',
  'log-book': 'keepers',
  plate: 'identity',
  colour: 'identity',
  inspection: 'identity',
  finance: 'finance',
  loss: 'harm',
  theft: 'harm',
  import: 'abroad',
  export: 'abroad',
  scrapping: 'abroad',
};

const checked: Record<VehicleTimeline['check']['state'], string> = {
  locked: 'the free records',
  missing: 'the free records',
  partly: 'the answers we have',
  told: 'its records',
};

export const timelineMessages = {
  title: 'Timeline',
  findings: 'What stands out',
  fold: (events: readonly { date: string }[]) =>
    `Every dated event on record: ${events.length}, from ${events[0]?.date.slice(0, 4) ?? ''} to ${events.at(-1)?.date.slice(0, 4) ?? ''}`,
  line: 'Events, oldest first',
  filter: 'Show',
  groups: {
    tests: 'MOT tests',
    keepers: 'Keepers and log book',
    identity: 'Plates, colours, identity checks',
    finance: 'Finance',
    harm: 'Losses and thefts',
    abroad: 'Import, export, scrapping',
  } satisfies Record<TimelineGroup, string>,
  shown: (shown: number, all: number) =>
    shown === all ? `${count(all, 'event', 'events')} shown` : `${shown} of ${count(all, 'event', 'events')} shown`,
  years: (from: string, to: string, events: number) =>
    `${from === to ? from : `${from} to ${to}`}: ${count(events, 'event', 'events')}`,
  noneShown: 'Choose above what to show.',
  empty: 'No dated event is on record.',
  standsOut: (number: number) => `${count(number, 'thing stands', 'things stand')} out:`,
  nothingStandsOut: (check: VehicleTimeline['check']['state'], hasUndated: boolean) =>
    `Nothing stands out in ${hasUndated ? 'the dated entries of ' : ''}${checked[check]}.`,
  notAllAnswered: 'Some free records have not answered, so we can’t yet say what stands out.',
  kinds: { cluster: 'Worth asking about', gap: 'Gap' },
  rests: (events: string) => `Based on: ${events}.`,
  offRoad: 'A car without an MOT may have been off the road. Ask where it was.',
  locked:
    'Only the full check covers finance, losses, thefts, colour changes and import dates. It adds what it finds to this timeline.',
  toCheck: 'What the full check covers',
  partlyTold: 'Not available for this timeline:',
  notTold: 'This timeline lacks what only the full check covers.',
  missing: 'Missing from this timeline:',
  undatedEntries: 'Also on record, but not on the timeline',
  why: {
    'no-date': 'no date is recorded',
    future: 'its date is in the future, so the record must be wrong',
    impossible: 'its date cannot be right',
  } satisfies Record<UndatedEntry['why'], string>,
  fromCheck: 'full check',
} as const;

import type { FullCheck } from '../report/full-check.ts';
import { missingBecause } from '../report/source-words.ts';
import type { IsoDate, Section, VehicleRecord } from '../report/vehicle-record.ts';
import { checkEvents } from './check-events.ts';
import { type LifeEvent, type NotPlaced, placeInTime } from './life-event.ts';
import { clusters, type LifeFinding } from './life-finding.ts';
import { motGaps } from './mot-gaps.ts';
import { registerEvents } from './register-events.ts';
import { testEvents } from './test-events.ts';

/** Everything that the records say happened to a vehicle, in one line. */
export interface LifeStory {
  /** Oldest first. */
  events: LifeEvent[];
  /** Gaps and clusters, by the event after which they are told. */
  findings: LifeFinding[];
  /** What is on record and has no day in the line. */
  notPlaced: NotPlaced[];
  /** What only a full check tells: `locked` before one was made, `told` after; else why it does not tell. */
  check: { state: 'locked' | 'told' } | { state: 'missing'; why: string };
  /** Why the free sources that gave nothing did so; null where all have answered with a record. */
  missing: string | null;
}

/**
 * The life of a vehicle from its record and, once made, the full check, as of `today`. Every event has a date that a
 * source gives, and nothing is inferred from the absence of one.
 */
export function lifeStory(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): LifeStory {
  const told = [...registerEvents(record, fullCheck, today), ...testEvents(record), ...checkEvents(fullCheck)];
  const { events, notPlaced } = placeInTime(told, today);
  const position = new Map(events.map(({ id }, index) => [id, index]));
  const end = ({ rests }: LifeFinding) => position.get(rests.at(-1) ?? '') ?? 0;
  const findings = [...clusters(events, record), ...motGaps(events, record, fullCheck, today)]
    .filter(({ rests }) => rests.length > 0)
    .toSorted((a, b) => end(a) - end(b));
  const silent = freeSections(record).filter(({ state }) => state !== 'found');
  return {
    events,
    findings,
    notPlaced,
    check: checkState(fullCheck),
    missing: silent.length === 0 ? null : missingBecause(silent),
  };
}

const freeSections = ({ licensing, testing, specification }: VehicleRecord): Section<unknown>[] => [
  licensing,
  testing,
  specification,
];

function checkState(fullCheck: FullCheck | null): LifeStory['check'] {
  if (fullCheck === null) return { state: 'locked' };
  const { vdi } = fullCheck;
  return vdi.state === 'found' ? { state: 'told' } : { state: 'missing', why: missingBecause([vdi]) };
}

import { highRiskFinding } from '../../full-check/findings.ts';
import { adviceCauseAnswers } from '../../verdict/decision-causes.ts';
import { formatEnumeration } from '../../kernel/text/phrases.ts';
import { adviceCauseNames } from '../../verdict/decision-messages.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import { missingReasonText, sourceLabel } from '../../vehicle/record/source-messages.ts';
import type { RecordSection, VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import { fullCheckHistoryEvents } from './full-check-history-events.ts';
import { type HistoryEvent, type UndatedEntry, toTimelineEvents } from './history-event.ts';
import { clusteredEventFindings, type HistoryFinding } from './history-finding.ts';
import { untestedPeriods } from './untested-periods.ts';
import { frequentChangeFindings } from './frequent-change-findings.ts';
import { registerHistoryEvents } from './register-history-events.ts';
import { motTestEvents } from './mot-test-events.ts';
import type { ReportInput } from '../../vehicle/record/report-input.ts';

/** The recorded events of a vehicle in one timeline. */
export interface VehicleTimeline {
  /** Oldest first. */
  events: HistoryEvent[];
  /** Gaps and clusters, each by the event after which it is shown. */
  findings: HistoryFinding[];
  /** Entries without a day on the timeline. */
  undatedEntries: UndatedEntry[];
  /**
   * The state of what only a full check has: `locked` before one was made, `told` after one that answered everything;
   * otherwise what is missing, and why.
   */
  check: { state: 'locked' | 'told' } | { state: 'missing' | 'partly'; why: string };
  /** Why free sources gave nothing; null if all have responded with a record. */
  missing: string | null;
}

/**
 * The history of a vehicle from its record and, once made, the full check, as of `today`. Every event has a date that a
 * source gives; the absence of one is not interpreted.
 */
export function vehicleTimeline(input: ReportInput): VehicleTimeline {
  const { record, fullCheck, today } = input;
  const sourced = [...registerHistoryEvents(input), ...motTestEvents(record), ...fullCheckHistoryEvents(fullCheck)];
  const { events, undatedEntries } = toTimelineEvents(sourced, today);
  const position = new Map(events.map(({ id }, index) => [id, index]));
  const end = ({ rests }: HistoryFinding) => position.get(rests.at(-1) ?? '') ?? 0;
  const named = [...clusteredEventFindings(events, record), ...untestedPeriods(events, input)];
  // The same changes may already form a cluster.
  const paces = frequentChangeFindings(events, input).filter(
    ({ rests }) => rests.length === 0 || !named.some((other) => rests.every((id) => other.rests.includes(id))),
  );
  const findings = [...named, ...paces].filter(({ rests }) => rests.length > 0).toSorted((a, b) => end(a) - end(b));
  const unplaced = paces
    .filter(({ rests }) => rests.length === 0)
    .map(({ words }): UndatedEntry => ({ why: 'no-date', words, source: record.specification.source }));
  const silent = freeSections(record).filter(({ state }) => state !== 'found');
  return {
    events,
    findings,
    undatedEntries: [...undatedEntries, ...unplaced],
    check: checkState(record, fullCheck),
    missing: silent.length === 0 ? null : missingReasonText(silent),
  };
}

const freeSections = ({ licensing, testing, specification }: VehicleRecord): RecordSection<unknown>[] => [
  licensing,
  testing,
  specification,
];

function checkState(record: VehicleRecord, fullCheck: FullCheck | null): VehicleTimeline['check'] {
  if (fullCheck === null) return { state: 'locked' };
  const { vdi } = fullCheck;
  if (vdi.state !== 'found') return { state: 'missing', why: missingReasonText([vdi]) };
  const open = adviceCauseAnswers(record, fullCheck)
    // The consistency of mileages is not an event.
    .filter(({ cause, state }) => state === 'unknown' && cause !== 'mileage')
    .map(({ cause }) => adviceCauseNames[cause]);
  const silent = [
    ...new Set([...open, ...(highRiskFinding(fullCheck).state === 'unknown' ? ['vehicles at risk'] : [])]),
  ];
  if (silent.length === 0) return { state: 'told' };
  return {
    state: 'partly',
    why: `${sourceLabel(vdi.source)} answered, but said nothing about ${formatEnumeration(silent)}.`,
  };
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { rescheduleMonitorCheckNow } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import {
  findOffRoadStatus,
  type MovedDueDate,
  recordRegisterDueDates,
  claimStaleDueDates,
} from '@ve/data/monitoring/watch/register-due-dates.repository';
import {
  dueDateRefresh,
  type RegisterDueDate,
  registerDueDates,
  previousOffRoadMarkers,
} from '@ve/domain/monitoring/reminders/register-due-dates';
import type { OffRoadMarkers } from '@ve/domain/vehicle/record/off-road';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { recordSectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { VehicleDataSources } from '../vehicle/vehicle-data-sources.ts';
import type { Clock } from '@ve/domain/kernel/time/clock';

/** A record younger than this, in milliseconds, is not read again. */
export const registerRecordFreshMs = 3_600_000;

export type DueDateSources = Pick<VehicleDataSources, 'licensing' | 'testing'>;

/**
 * Reads a car's tax and MOT due dates from DVLA and DVSA without holding a database connection. Includes the off-road
 * status of earlier UK Vehicle Data responses; that source is not called again, since each response costs money.
 */
export const readRegisterDueDates = async (
  em: EntityManager,
  { sources, registration }: { sources: DueDateSources; registration: string },
  { now, signal }: Pick<JobContext, 'now' | 'signal'>,
): Promise<{ tax: RegisterDueDate; mot: RegisterDueDate }> => {
  const held = (await findVehicleRecord(em, registration))?.record;
  if (held && isFreshAnswer(held, now())) return registerDueDatesOfRecord(em, { record: held }, now());
  const [licensing, testing] = await Promise.all([
    sources.licensing.find(registration, signal),
    sources.testing.find(registration, signal),
  ]);
  const at = now();
  const record: VehicleRecord = {
    registration,
    fetchedAt: at.toISOString(),
    licensing: recordSectionOf('DVLA', { answer: licensing, at }),
    testing: recordSectionOf('DVSA', { answer: testing, at }),
    specification: held?.specification ?? { state: 'not-held', source: 'UKVD', at: at.toISOString() },
  };
  return registerDueDatesOfRecord(em, { record }, at);
};

/**
 * Returns a car's tax and MOT due dates by a record, including earlier off-road markers that the record does not have:
 * a missing marker withdraws nothing. `known`: the markers known to a monitor check.
 */
export const registerDueDatesOfRecord = async (
  em: EntityManager,
  { record, known = {} }: { record: VehicleRecord; known?: Partial<OffRoadMarkers> | undefined },
  at: Date,
): Promise<{ tax: RegisterDueDate; mot: RegisterDueDate }> =>
  registerDueDates(
    record,
    londonDate(at),
    previousOffRoadMarkers(await findOffRoadStatus(em, record.registration), known),
  );

const isFreshAnswer = ({ licensing, testing }: VehicleRecord, now: Date): boolean =>
  [licensing, testing].every(
    ({ state, at }) => state !== 'unavailable' && Math.abs(now.getTime() - Date.parse(at)) < registerRecordFreshMs,
  );

/**
 * Stores due dates in the caller's transaction, and adds dates that moved later to the car's history. Returns dates
 * that moved earlier: the next monitor check sends an alert about them.
 */
export const storeRegisterDueDates = async (
  em: EntityManager,
  { registration, dueDates }: { registration: string; dueDates: { tax?: RegisterDueDate; mot?: RegisterDueDate } },
  now: Date,
): Promise<MovedDueDate[]> => {
  const moved = await recordRegisterDueDates(em, { registration, dueByKind: dueDates }, now);
  for (const { userId, kind, from, to } of moved.filter((each) => each.to > each.from)) {
    const facts = { kind: 'date-moved', of: kind, from, to } as const;
    await addWatchEvent(em, { userId, registration, facts, key: `date-moved:${kind}:${from}:${to}` }, now);
  }
  return moved.filter(({ from, to }) => to < from);
};

/**
 * Like `storeRegisterDueDates`, in a transaction of its own; also makes the checks of dates that moved earlier due now.
 */
export const storeDueDatesAndRescheduleChecks = async (
  em: EntityManager,
  { registration, dueDates }: { registration: string; dueDates: { tax: RegisterDueDate; mot: RegisterDueDate } },
  now: Date,
): Promise<void> => {
  const earlier = await em.transactional((transaction) =>
    storeRegisterDueDates(transaction, { registration, dueDates }, now),
  );
  for (const { userId, kind } of earlier) {
    await rescheduleMonitorCheckNow(em, { userId, aspect: kind === 'tax' ? 'licensing' : 'testing' }, now);
  }
};

export interface DueDateRefreshOptions {
  fork: () => EntityManager;
  sources: DueDateSources;
  now: Clock;
  isClosed: () => boolean;
  /** Aborted when the process ends, which aborts the calls. */
  signal: AbortSignal;
  /** Maximum number of cars read in a run; the rest waits for the next. */
  most?: number;
}

const maxConcurrent = 8;

/**
 * Reads the due dates of watched cars that no monitor check has read, a few at a time; returns how many cars. Ends
 * early when a source's rate limit or budget is used up: the adapters share these with visitors' look-ups.
 */
export const refreshDueDates = async ({
  fork,
  sources,
  now,
  isClosed,
  signal,
  most = 1_000,
}: DueDateRefreshOptions): Promise<number> => {
  let read = 0;
  while (read < most && !isClosed()) {
    const limit = Math.min(maxConcurrent, most - read);
    const claimed = await fork().transactional((em) => claimStaleDueDates(em, { ...dueDateRefresh, limit }, now()));
    if (claimed.length === 0) break;
    const spent = await Promise.all(
      claimed.map(async (registration) => {
        const due = await readRegisterDueDates(fork(), { sources, registration }, { now, signal });
        await storeDueDatesAndRescheduleChecks(fork(), { registration, dueDates: due }, now());
        return isSpent(due.tax) || isSpent(due.mot);
      }),
    );
    read += claimed.length;
    if (spent.some(Boolean)) break;
  }
  return read;
};

const isSpent = (due: RegisterDueDate): boolean =>
  due.state === 'silent' && (due.why === 'budget-spent' || due.why === 'rate-limited' || due.why === 'circuit-open');

import type { EntityManager } from '@mikro-orm/postgresql';
import { addWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { rescheduleCheckNow } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import {
  findOffRoad,
  type MovedDueDate,
  recordRegisterDueDates,
} from '@ve/data/monitoring/watch/register-due-dates.repository';
import { type RegisterDue, registerDueDates, markersBefore } from '@ve/domain/monitoring/reminders/register-due-dates';
import type { OffRoadMarkers } from '@ve/domain/vehicle/record/off-road';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { Sources } from '../vehicle/sources.ts';

/** A record of this age is as good as one read now. */
export const freshMs = 3_600_000;

export type RegisterSources = Pick<Sources, 'licensing' | 'testing'>;

/**
 * Asks DVLA and DVSA when a car's tax and MOT fall due, without holding a connection to the database. What UK Vehicle Data
 * said earlier of scrapping and export counts too; it is not asked again, as each answer of it costs money.
 */
export const readRegisters = async (
  em: EntityManager,
  sources: RegisterSources,
  registration: string,
  { now, signal }: Pick<JobContext, 'now' | 'signal'>,
): Promise<{ tax: RegisterDue; mot: RegisterDue }> => {
  const held = (await findVehicle(em, registration))?.record;
  if (held && isFreshAnswer(held, now())) return dueDatesOf(em, held, now());
  const [licensing, testing] = await Promise.all([
    sources.licensing.find(registration, signal),
    sources.testing.find(registration, signal),
  ]);
  const at = now();
  const record: VehicleRecord = {
    registration,
    fetchedAt: at.toISOString(),
    licensing: sectionOf('DVLA', { answer: licensing, at }),
    testing: sectionOf('DVSA', { answer: testing, at }),
    specification: held?.specification ?? { state: 'not-held', source: 'UKVD', at: at.toISOString() },
  };
  return dueDatesOf(em, record, at);
};

/**
 * When a car's tax and MOT fall due by a record, and by what the registers said of scrapping and export before, where the
 * record is silent on it: silence takes nothing back. `known`: what a look knows of that.
 */
export const dueDatesOf = async (
  em: EntityManager,
  record: VehicleRecord,
  at: Date,
  known: Partial<OffRoadMarkers> = {},
): Promise<{ tax: RegisterDue; mot: RegisterDue }> =>
  registerDueDates(record, londonDate(at), markersBefore(await findOffRoad(em, record.registration), known));

const isFreshAnswer = ({ licensing, testing }: VehicleRecord, now: Date): boolean =>
  [licensing, testing].every(
    ({ state, at }) => state !== 'unavailable' && Math.abs(now.getTime() - Date.parse(at)) < freshMs,
  );

/**
 * Stores what was read, in the caller's transaction, and leaves a line of each date that moved later in the car's history.
 * Returns those that moved earlier: they are an alert, which is for the next look to tell.
 */
export const storeRegisterDueDates = async (
  em: EntityManager,
  registration: string,
  said: { tax?: RegisterDue; mot?: RegisterDue },
  now: Date,
): Promise<MovedDueDate[]> => {
  const moved = await recordRegisterDueDates(em, registration, said, now);
  for (const { userId, kind, from, to } of moved.filter((each) => each.to > each.from)) {
    const facts = { kind: 'date-moved', of: kind, from, to } as const;
    await addWatchEvent(em, { userId, registration, facts, key: `date-moved:${kind}:${from}:${to}` }, now);
  }
  return moved.filter(({ from, to }) => to < from);
};

/** The same in a transaction of its own; whatever moved earlier is looked at next. */
export const storeRegisters = async (
  em: EntityManager,
  registration: string,
  said: { tax: RegisterDue; mot: RegisterDue },
  now: Date,
): Promise<void> => {
  const earlier = await em.transactional((transaction) => storeRegisterDueDates(transaction, registration, said, now));
  for (const { userId, kind } of earlier) {
    await rescheduleCheckNow(em, userId, kind === 'tax' ? 'licensing' : 'testing', now);
  }
};

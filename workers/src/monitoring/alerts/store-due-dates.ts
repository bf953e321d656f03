import type { EntityManager } from '@mikro-orm/postgresql';
import { findVehicle, storeSpecification } from '@ve/data/vehicle/vehicle.repository';
import {
  findOffRoad,
  clearOffRoad,
  recordRegisterDueDates,
} from '@ve/data/monitoring/watch/register-due-dates.repository';
import { offRoadReason, type RegisterDue, registerDueDates } from '@ve/domain/monitoring/reminders/register-due-dates';
import type { OffRoadMarkers } from '@ve/domain/vehicle/record/off-road';
import type { Licensing, Specification, Testing, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { dueDatesOf, storeRegisterDueDates } from '../read-registers.ts';

/**
 * Stores the tax date that DVLA gave to a look, in the look's transaction, so that reminders need not ask for it again; of
 * a car that is scrapped or exported also that no MOT is due. Its MOT date is left out: DVSA knows of a test before DVLA.
 * `known`: what both registers have said of leaving the road, this answer included.
 */
export const storeLicensingDueDates = async (
  em: EntityManager,
  registration: string,
  data: Licensing,
  askedAt: Date,
  known: Partial<OffRoadMarkers>,
): Promise<void> => {
  const held = await storedRecord(em, registration, askedAt);
  const licensing = { state: 'found', source: 'DVLA', at: askedAt.toISOString(), data } as const;
  const { tax, mot } = await dueDatesOf(em, { ...held, licensing }, askedAt, known);
  if (isGone(tax)) {
    await storeRegisterDueDates(em, registration, { tax, mot }, askedAt);
    return;
  }
  await clearOffRoad(em, registration, ['DVLA', 'UKVD']);
  await storeRegisterDueDates(em, registration, { tax }, askedAt);
};

/**
 * Keeps what UK Vehicle Data said to a look of scrapping and export, in the look's transaction: in the car's record, where
 * whoever asks the registers finds it, and in its dates. Its newest answer counts, whether a look or a report asked for it;
 * what that leaves out, and what DVLA says, as it is `known` to the look.
 */
export const storeSpecificationDueDates = async (
  em: EntityManager,
  registration: string,
  data: Specification,
  askedAt: Date,
  known: Partial<OffRoadMarkers>,
): Promise<void> => {
  const specification = { state: 'found', source: 'UKVD', at: askedAt.toISOString(), data } as const;
  await storeSpecification(em, registration, specification);
  const held = await storedRecord(em, registration, askedAt);
  const newest = held.specification.state === 'found' ? held.specification : specification;
  // By itself: what the record has of DVLA may be older than what DVLA has said to a look.
  const licensing = { state: 'not-held', source: 'DVLA', at: newest.at } as const;
  const { tax, mot } = await dueDatesOf(em, { ...held, licensing, specification: newest }, askedAt, known);
  if (isGone(tax)) await storeRegisterDueDates(em, registration, { tax, mot }, askedAt);
  else await clearOffRoad(em, registration, ['UKVD']);
};

const isGone = (due: RegisterDue): boolean => due.state === 'none' && offRoadReason([due]) !== null;

/**
 * The same of the MOT date that DVSA gave, by itself or in a file; it does not know of scrapping and export. The line in the
 * car's history is the test's result.
 */
export const storeTestingDueDates = async (
  em: EntityManager,
  registration: string,
  data: Testing,
  askedAt: Date,
): Promise<void> => {
  const held = await storedRecord(em, registration, askedAt);
  const testing = { state: 'found', source: 'DVSA', at: askedAt.toISOString(), data } as const;
  const { mot } = registerDueDates({ ...held, testing }, londonDate(askedAt));
  if (mot.state !== 'dated' || (await findOffRoad(em, registration)) !== null) return;
  await recordRegisterDueDates(em, registration, { mot }, askedAt);
};

const storedRecord = async (em: EntityManager, registration: string, at: Date): Promise<VehicleRecord> => {
  const held = (await findVehicle(em, registration))?.record;
  const nothing = { state: 'not-held', at: at.toISOString() } as const;
  return (
    held ?? {
      registration,
      fetchedAt: at.toISOString(),
      licensing: { ...nothing, source: 'DVLA' },
      testing: { ...nothing, source: 'DVSA' },
      specification: { ...nothing, source: 'UKVD' },
    }
  );
};

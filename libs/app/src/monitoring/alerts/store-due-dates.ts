import type { EntityManager } from '@mikro-orm/postgresql';
import { findVehicleRecord, storeVehicleSpecification } from '@ve/data/vehicle/vehicle.repository';
import { resumeRecallChecksOfVehicle } from '@ve/data/monitoring/alerts/recall-check.repository';
import {
  findOffRoadStatus,
  clearOffRoadStatus,
  recordRegisterDueDates,
} from '@ve/data/monitoring/watch/register-due-dates.repository';
import {
  permanentOffRoadReason,
  type RegisterDueDate,
  registerDueDates,
} from '@ve/domain/monitoring/reminders/register-due-dates';
import type { OffRoadMarkers } from '@ve/domain/vehicle/record/off-road';
import type {
  DvlaLicensingData,
  SpecificationData,
  MotTestingData,
  VehicleRecord,
} from '@ve/domain/vehicle/record/vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { registerDueDatesOfRecord, storeRegisterDueDates } from '../read-registers.ts';

/**
 * A register's response to a monitor check. `known`: the off-road markers of both registers, including this response.
 */
interface RegisterResponse<T> {
  registration: string;
  data: T;
  askedAt: Date;
  known: Partial<OffRoadMarkers>;
}

/**
 * Stores the tax date of DVLA's response in the check's transaction, so that reminders need not call DVLA again; for a
 * scrapped or exported car also that no MOT is due. DVLA's MOT date is ignored: DVSA knows of a test earlier.
 */
export const storeLicensingDueDates = async (
  em: EntityManager,
  { registration, data, askedAt, known }: RegisterResponse<DvlaLicensingData>,
): Promise<void> => {
  const held = await storedRecord(em, registration, askedAt);
  const licensing = { state: 'found', source: 'DVLA', at: askedAt.toISOString(), data } as const;
  const { tax, mot } = await registerDueDatesOfRecord(em, { record: { ...held, licensing }, known }, askedAt);
  if (isOffRoad(tax)) {
    await storeRegisterDueDates(em, { registration, dueDates: { tax, mot } }, askedAt);
    return;
  }
  await clearOffRoadStatus(em, registration, ['DVLA', 'UKVD']);
  await storeRegisterDueDates(em, { registration, dueDates: { tax } }, askedAt);
};

/**
 * Stores the off-road status of UK Vehicle Data's response in the check's transaction: in the car's record, where
 * readers of the registers find it, and in its due dates. Its newest response counts, from a check or a report. Data
 * that it lacks, and DVLA's, come from `known`.
 */
export const storeSpecificationDueDates = async (
  em: EntityManager,
  { registration, data, askedAt, known }: RegisterResponse<SpecificationData>,
): Promise<void> => {
  const specification = { state: 'found', source: 'UKVD', at: askedAt.toISOString(), data } as const;
  const changed = await storeVehicleSpecification(em, registration, specification);
  if (changed !== null) await resumeRecallChecksOfVehicle(em, changed, askedAt);
  const held = await storedRecord(em, registration, askedAt);
  const newest = held.specification.state === 'found' ? held.specification : specification;
  // Left out here: the record's DVLA section may be older than DVLA's response to a check.
  const licensing = { state: 'not-held', source: 'DVLA', at: newest.at } as const;
  const { tax, mot } = await registerDueDatesOfRecord(
    em,
    { record: { ...held, licensing, specification: newest }, known },
    askedAt,
  );
  if (isOffRoad(tax)) await storeRegisterDueDates(em, { registration, dueDates: { tax, mot } }, askedAt);
  else await clearOffRoadStatus(em, registration, ['UKVD']);
};

const isOffRoad = (due: RegisterDueDate): boolean => due.state === 'none' && permanentOffRoadReason([due.why]) !== null;

/**
 * Stores the MOT date of DVSA's response or file, in the check's transaction; DVSA does not know of scrapping and
 * export. The car's history shows the test result instead of a moved date.
 */
export const storeTestingDueDates = async (
  em: EntityManager,
  { registration, data, askedAt }: Omit<RegisterResponse<MotTestingData>, 'known'>,
): Promise<void> => {
  const held = await storedRecord(em, registration, askedAt);
  const testing = { state: 'found', source: 'DVSA', at: askedAt.toISOString(), data } as const;
  const { mot } = registerDueDates({ ...held, testing }, londonDate(askedAt));
  if (mot.state !== 'dated' || (await findOffRoadStatus(em, registration)) !== null) return;
  await recordRegisterDueDates(em, { registration, dueByKind: { mot } }, askedAt);
};

const storedRecord = async (em: EntityManager, registration: string, at: Date): Promise<VehicleRecord> => {
  const held = (await findVehicleRecord(em, registration))?.record;
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

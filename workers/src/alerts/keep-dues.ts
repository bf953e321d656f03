import type { EntityManager } from '@mikro-orm/postgresql';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { isCarGone, noteRegisterDues } from '@ve/data/watch/register-dues.repository';
import { registerDues } from '@ve/domain/reminders/register-dues';
import type { Licensing, Testing, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { londonDate } from '@ve/domain/time/london-date';
import { noteRegisters } from '../read-registers.ts';

/**
 * Stores the tax date that DVLA gave to a look, in the look's transaction, so that reminders need not ask for it again; of
 * a car that is scrapped or exported also that no MOT is due. Its MOT date is left out: DVSA knows of a test before DVLA.
 */
export const keepLicensingDues = async (
  em: EntityManager,
  registration: string,
  data: Licensing,
  askedAt: Date,
): Promise<void> => {
  const held = await heldRecord(em, registration, askedAt);
  const licensing = { state: 'found', source: 'DVLA', at: askedAt.toISOString(), data } as const;
  const { tax, mot } = registerDues({ ...held, licensing }, londonDate(askedAt));
  const isGone = tax.state === 'none' && (tax.why === 'scrapped' || tax.why === 'exported');
  await noteRegisters(em, registration, isGone ? { tax, mot } : { tax }, askedAt);
};

/**
 * The same of the MOT date that DVSA gave, by itself or in a file; it does not know of scrapping and export. The line in the
 * car's history is the test's result.
 */
export const keepTestingDues = async (
  em: EntityManager,
  registration: string,
  data: Testing,
  askedAt: Date,
): Promise<void> => {
  const held = await heldRecord(em, registration, askedAt);
  const testing = { state: 'found', source: 'DVSA', at: askedAt.toISOString(), data } as const;
  const { mot } = registerDues({ ...held, testing }, londonDate(askedAt));
  if (mot.state !== 'dated' || (await isCarGone(em, registration))) return;
  await noteRegisterDues(em, registration, { mot }, askedAt);
};

const heldRecord = async (em: EntityManager, registration: string, at: Date): Promise<VehicleRecord> => {
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

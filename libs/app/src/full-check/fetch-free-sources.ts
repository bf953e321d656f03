import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import {
  type FullCheckRow,
  recordFullCheckSteps,
  storeFullCheckRecord,
  storeValuation,
} from '@ve/data/full-check/full-check.repository';
import type { FetchSections } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import { findVehicle, isFresh } from '@ve/data/vehicle/vehicle.repository';
import { mileageOfRecord } from '@ve/domain/vehicle/mileage/mileage-of-record';
import { fetchFromSources } from '../vehicle/fetch-from-sources.ts';
import { assembleRecord, fetchOutcomeOf, sectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import { storeRecord } from '../vehicle/store-record.ts';
import type { CheckDeps } from '../vehicle/sources.ts';

/**
 * Returns the free sources' responses: those stored by an earlier run, else the fresh record, fetching only what it lacks.
 */
export const fetchFreeSources = async (
  { sources }: Pick<CheckDeps, 'sources'>,
  { id, registration, record }: FullCheckRow,
  context: JobContext,
): Promise<VehicleRecord> => {
  if (record !== null) return record;
  const { em, now } = context;
  const stored = await findVehicle(em, registration);
  const held: FetchSections = stored && isFresh(stored.record, stored.fetchedAt, now()) ? stored.record : {};
  const stepOf = ({ state }: { state: string } = { state: 'unavailable' }) =>
    state === 'unavailable' ? 'asking' : 'answered';
  await recordFullCheckSteps(em, id, {
    DVLA: stepOf(held.licensing),
    DVSA: stepOf(held.testing),
    UKVD: stepOf(held.specification),
  });
  const answers = await fetchFromSources(
    {
      sources,
      registration,
      asking: {
        held,
        onSection: ({ source, state }) =>
          recordFullCheckSteps(em, id, { [source]: state === 'unavailable' ? 'unavailable' : 'answered' }),
      },
    },
    context,
  );
  const read = assembleRecord(registration, answers);
  if (fetchOutcomeOf(answers) === 'found') await em.transactional((own) => storeRecord(own, read, context.listener));
  await storeFullCheckRecord(em, id, read);
  return read;
};

/** Returns the stored valuation, or fetches one for the mileage of the record's last plausible test. */
export const fetchValuation = async (
  { valuations }: Pick<CheckDeps, 'valuations'>,
  { check: { id, registration, valuation }, record }: { check: FullCheckRow; record: VehicleRecord },
  { em, now, signal }: JobContext,
): Promise<FullCheck['valuation']> => {
  if (valuation !== null) return valuation;
  await recordFullCheckSteps(em, id, { VALUATION: 'asking' });
  const answer = await valuations.find(registration, milesOf(record), signal);
  const section = sectionOf('UKVD', { answer, at: now() });
  if (section.state === 'unavailable') await recordFullCheckSteps(em, id, { VALUATION: 'unavailable' });
  else await storeValuation(em, id, section);
  return section;
};

/** Returns the last plausible odometer reading of a record's tests in miles, or null if there is none. */
export const milesOf = (record: VehicleRecord): number | null =>
  mileageOfRecord(record)?.points.findLast(({ flag }) => flag === null)?.miles ?? null;

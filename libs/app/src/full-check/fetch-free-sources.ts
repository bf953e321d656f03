import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import {
  type FullCheckRow,
  recordFullCheckSteps,
  storeFullCheckRecord,
  storeFullCheckValuation,
} from '@ve/data/full-check/full-check.repository';
import type { VehicleFetchSections } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { isVehicleRecordFresh } from '@ve/domain/vehicle/record/freshness';
import { mileageOfRecord } from '@ve/domain/vehicle/mileage/mileage-of-record';
import { fetchFromFreeVehicleSources } from '../vehicle/fetch-from-sources.ts';
import { assembleVehicleRecord, vehicleFetchOutcomeOf, recordSectionOf } from '../vehicle/assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import { storeVehicleRecord } from '../vehicle/store-vehicle-record.ts';
import type { FullCheckDeps } from '../vehicle/vehicle-data-sources.ts';

/**
 * Returns the free sources' responses: those stored by an earlier run, else the fresh record, fetching only what it
 * lacks.
 */
export const fetchFreeSources = async (
  { sources }: Pick<FullCheckDeps, 'sources'>,
  { id, registration, record }: FullCheckRow,
  context: JobContext,
): Promise<VehicleRecord> => {
  if (record !== null) return record;
  const { em, now } = context;
  const stored = await findVehicleRecord(em, registration);
  const held: VehicleFetchSections =
    stored && isVehicleRecordFresh(stored.record, stored.fetchedAt, now()) ? stored.record : {};
  const stepOf = ({ state }: { state: string } = { state: 'unavailable' }) =>
    state === 'unavailable' ? 'asking' : 'answered';
  await recordFullCheckSteps(em, id, {
    DVLA: stepOf(held.licensing),
    DVSA: stepOf(held.testing),
    UKVD: stepOf(held.specification),
  });
  const answers = await fetchFromFreeVehicleSources(
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
  const read = assembleVehicleRecord(registration, answers);
  if (vehicleFetchOutcomeOf(answers) === 'found')
    await em.transactional((own) => storeVehicleRecord(own, read, context.listener));
  await storeFullCheckRecord(em, id, read);
  return read;
};

/** Returns the stored valuation, or fetches one for the mileage of the record's last plausible test. */
export const findOrFetchValuation = async (
  { valuations }: Pick<FullCheckDeps, 'valuations'>,
  { check: { id, registration, valuation }, record }: { check: FullCheckRow; record: VehicleRecord },
  { em, now, signal }: JobContext,
): Promise<FullCheck['valuation']> => {
  if (valuation !== null) return valuation;
  await recordFullCheckSteps(em, id, { VALUATION: 'asking' });
  const answer = await valuations.find(registration, lastPlausibleMilesOf(record), signal);
  const section = recordSectionOf('UKVD', { answer, at: now() });
  if (section.state === 'unavailable') await recordFullCheckSteps(em, id, { VALUATION: 'unavailable' });
  else await storeFullCheckValuation(em, id, section);
  return section;
};

/** Returns the last plausible odometer reading of a record's tests in miles, or null if there is none. */
export const lastPlausibleMilesOf = (record: VehicleRecord): number | null =>
  mileageOfRecord(record)?.points.findLast(({ flag }) => flag === null)?.miles ?? null;

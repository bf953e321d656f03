import { buildEndpointPath } from '@ve/contracts/endpoint';
import { apiErrors } from '@ve/contracts/errors';
import {
  followVehicleFetchEndpoint,
  readVehicleFetchEndpoint,
  type VehicleFetch,
  type FinishedVehicleFetch,
} from '@ve/contracts/http/vehicle/vehicle-data';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { VehicleFetchRow } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { removeFullCheckOnlyFacts } from '@ve/domain/vehicle/record/locked-facts';
import { londonDate } from '@ve/domain/kernel/time/london-date';

/** A record for any caller, with the day that its status labels are derived for. */
export const toVehicleFetchResult = (
  record: VehicleRecord,
  now: Date,
): FinishedVehicleFetch & { outcome: 'found' } => ({
  outcome: 'found',
  record: removeFullCheckOnlyFacts(record),
  asOf: londonDate(now),
});

/** The state of a fetch. `record` is the stored vehicle record, required once the fetch found it. */
export function toVehicleFetch(row: VehicleFetchRow, record: VehicleRecord | null, now: Date): VehicleFetch {
  const { registration } = row;
  if (row.status !== 'done') {
    const { id } = row;
    return {
      outcome: 'pending',
      fetchId: id,
      registration,
      requestedAt: row.requestedAt.toISOString(),
      steps: row.steps,
      partial: partialOf(row, now),
      self: buildEndpointPath(readVehicleFetchEndpoint, { id }),
      events: buildEndpointPath(followVehicleFetchEndpoint, { id }),
    };
  }
  if (row.outcome === 'found' && record) return toVehicleFetchResult(record, now);
  if (row.outcome === 'not-found') {
    return { outcome: 'not-found', registration, message: 'Vehicle not found in DVLA database' };
  }
  return { outcome: 'unavailable', registration, message: apiErrors['vehicle-data-failed'].title };
}

/** The answers so far, with the other sections pending; null until a source has the vehicle. */
function partialOf(
  { registration, requestedAt, sections }: VehicleFetchRow,
  now: Date,
): Extract<VehicleFetch, { outcome: 'pending' }>['partial'] {
  const answered = Object.values(sections);
  if (!answered.some(({ state }) => state === 'found')) return null;
  const since = requestedAt.toISOString();
  return {
    record: removeFullCheckOnlyFacts({
      registration,
      fetchedAt: answered.reduce((latest, { at }) => (at > latest ? at : latest), since),
      licensing: sections.licensing ?? { state: 'asking', source: 'DVLA', at: since },
      testing: sections.testing ?? { state: 'asking', source: 'DVSA', at: since },
      specification: sections.specification ?? { state: 'asking', source: 'UKVD', at: since },
    }),
    asOf: londonDate(now),
  };
}

import type { FetchStep, VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Section, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { recordOf, type RecordSetup } from '@ve/domain/testing/vehicle-records';

export const fetchPath = 'POST /api/fetch-vehicle-data';
const fetchId = '0190f0e0-0000-7000-8000-000000000001';
export const selfPath = `/api/vehicle-fetches/${fetchId}`;

/** The date that fixtures are relative to. */
export const today = '2026-06-01';

export function found(setup: RecordSetup = {}): VehicleFetch {
  return { outcome: 'found', record: recordOf(setup), asOf: today };
}

/** A record with sources that have not responded yet. */
export function partialRecord(asking: readonly FetchStep['source'][], setup: RecordSetup = {}): VehicleRecord {
  const record = recordOf(setup);
  const open = <T>(section: Section<T>): Section<T> =>
    asking.includes(section.source) ? { state: 'asking', source: section.source, at: section.at } : section;
  return {
    ...record,
    licensing: open(record.licensing),
    testing: open(record.testing),
    specification: open(record.specification),
  };
}

/** The response of a fetch in progress; `asking`: the sources that are pending when the others have responded. */
export function pending(
  states: Partial<Record<FetchStep['source'], FetchStep['state']>> = {},
  asking: readonly FetchStep['source'][] | null = null,
  setup: RecordSetup = {},
): VehicleFetch {
  return {
    outcome: 'pending',
    fetchId,
    registration: 'AB12CDE',
    requestedAt: `${today}T09:00:00.000Z`,
    steps: (['DVLA', 'DVSA', 'UKVD'] as const).map((source) => ({ source, state: states[source] ?? 'waiting' })),
    partial: asking === null ? null : { record: partialRecord(asking, setup), asOf: today },
    self: selfPath,
    events: `${selfPath}/events`,
  };
}

export const notFound: VehicleFetch = {
  outcome: 'not-found',
  registration: 'AB12CDE',
  message: 'Vehicle not found in DVLA database',
};

export const unavailable: VehicleFetch = {
  outcome: 'unavailable',
  registration: 'AB12CDE',
  message: 'None of our sources answered. This says nothing about the vehicle. Try again in a minute.',
};

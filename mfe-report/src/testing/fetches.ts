import type { VehicleFetchStep, VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { RecordSection, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleRecordFixture, type VehicleRecordSetup } from '@ve/domain/testing/vehicle-records';

export const startVehicleFetchRequest = 'POST /api/fetch-vehicle-data';
const fetchId = '0190f0e0-0000-7000-8000-000000000001';
export const vehicleFetchStatePath = `/api/vehicle-fetches/${fetchId}`;

/** The date that fixtures are relative to. */
export const fixtureToday = '2026-06-01';

export function foundVehicleFetch(setup: VehicleRecordSetup = {}): VehicleFetch {
  return { outcome: 'found', record: vehicleRecordFixture(setup), asOf: fixtureToday };
}

/** A record with sources that have not responded yet. */
export function recordWithPendingSources(
  asking: readonly VehicleFetchStep['source'][],
  setup: VehicleRecordSetup = {},
): VehicleRecord {
  const record = vehicleRecordFixture(setup);
  const open = <T>(section: RecordSection<T>): RecordSection<T> =>
    asking.includes(section.source) ? { state: 'asking', source: section.source, at: section.at } : section;
  return {
    ...record,
    licensing: open(record.licensing),
    testing: open(record.testing),
    specification: open(record.specification),
  };
}

/** The response of a fetch in progress; `asking`: the sources that are pending when the others have responded. */
export function pendingVehicleFetch(
  states: Partial<Record<VehicleFetchStep['source'], VehicleFetchStep['state']>> = {},
  asking: readonly VehicleFetchStep['source'][] | null = null,
  setup: VehicleRecordSetup = {},
): VehicleFetch {
  return {
    outcome: 'pending',
    fetchId,
    registration: 'AB12CDE',
    requestedAt: `${fixtureToday}T09:00:00.000Z`,
    steps: (['DVLA', 'DVSA', 'UKVD'] as const).map((source) => ({ source, state: states[source] ?? 'waiting' })),
    partial: asking === null ? null : { record: recordWithPendingSources(asking, setup), asOf: fixtureToday },
    self: vehicleFetchStatePath,
    events: `${vehicleFetchStatePath}/events`,
  };
}

export const notFoundVehicleFetch: VehicleFetch = {
  outcome: 'not-found',
  registration: 'AB12CDE',
  message: 'Vehicle not found in DVLA database',
};

export const unavailableVehicleFetch: VehicleFetch = {
  outcome: 'unavailable',
  registration: 'AB12CDE',
  message: 'None of our sources answered. This says nothing about the vehicle. Try again in a minute.',
};

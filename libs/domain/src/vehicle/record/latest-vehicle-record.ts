import type { VehicleRecord } from './vehicle-record.ts';

/** Returns the new record, with the earlier response of each source that is unavailable now. */
export const mergeVehicleRecords = (before: VehicleRecord | null | undefined, record: VehicleRecord): VehicleRecord => {
  if (!before) return record;
  return {
    ...record,
    licensing: record.licensing.state === 'unavailable' ? before.licensing : record.licensing,
    testing: record.testing.state === 'unavailable' ? before.testing : record.testing,
    specification: record.specification.state === 'unavailable' ? before.specification : record.specification,
  };
};

/**
 * Returns the current record of a report's vehicle: the held one when it is newer, with the saved sections of sources
 * that were unavailable then. Null when there is neither.
 */
export function latestVehicleRecord(
  saved: VehicleRecord | undefined,
  held: VehicleRecord | undefined,
): VehicleRecord | null {
  if (saved === undefined || held === undefined) return saved ?? held ?? null;
  return held.fetchedAt > saved.fetchedAt ? mergeVehicleRecords(saved, held) : saved;
}

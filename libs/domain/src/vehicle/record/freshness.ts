import type { VehicleRecord } from './vehicle-record.ts';

const fiveMinutes = 300_000;
const halfAMinute = 30_000;

/**
 * Maximum age in milliseconds at which a record is shown without querying its sources again (specification, section 7).
 */
export const maxVehicleRecordFreshnessMs = fiveMinutes;

/**
 * The age in milliseconds, from its fetch, until which a record of the free sources is shown without querying them
 * again: five minutes if every source responded (specification, section 7), thirty seconds if one was unavailable.
 */
export const vehicleRecordFreshnessMs = (
  record: Record<keyof Pick<VehicleRecord, 'licensing' | 'testing' | 'specification'>, { state: string }>,
): number =>
  [record.licensing, record.testing, record.specification].some(({ state }) => state === 'unavailable')
    ? halfAMinute
    : fiveMinutes;

/** Whether a stored record is fresh enough to be shown without a new fetch. */
export const isVehicleRecordFresh = (
  record: Parameters<typeof vehicleRecordFreshnessMs>[0],
  fetchedAt: Date,
  now: Date,
): boolean =>
  // The limit applies in both directions: a time further in the future was written before the clock was set back.
  Math.abs(now.getTime() - fetchedAt.getTime()) < vehicleRecordFreshnessMs(record);

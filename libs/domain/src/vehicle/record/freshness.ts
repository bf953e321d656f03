import type { VehicleRecord } from './vehicle-record.ts';

const fiveMinutes = 300_000;
const halfAMinute = 30_000;

/** The longest that a record is shown without asking its sources again; milliseconds (specification, section 7). */
export const maxFreshMs = fiveMinutes;

/**
 * How long a record of the free sources is shown without asking them again, from the time of its fetch: five minutes when
 * every source answered (specification, section 7), thirty seconds when one was unavailable. Milliseconds.
 */
export const freshMs = (
  record: Record<keyof Pick<VehicleRecord, 'licensing' | 'testing' | 'specification'>, { state: string }>,
): number =>
  [record.licensing, record.testing, record.specification].some(({ state }) => state === 'unavailable')
    ? halfAMinute
    : fiveMinutes;

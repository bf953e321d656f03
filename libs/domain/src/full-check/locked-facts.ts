import type { Specification, VehicleRecord } from '../vehicle/record/vehicle-record.ts';

/**
 * What of a vehicle's record is told with a full check alone: `Colour Changes` is locked until then (specification, section 2).
 */
export type LockedFacts = Pick<Specification, 'colourChangeCount' | 'colourChanges'>;

const nothing: LockedFacts = { colourChangeCount: null, colourChanges: [] };

/** The record as it may be sent to whoever has no full check of the vehicle. */
export const withoutLocked = (record: VehicleRecord): VehicleRecord => withLocked(record, nothing);

/** The record with what a full check of the vehicle unlocks, where its source answered. */
export function withLocked(record: VehicleRecord, facts: LockedFacts): VehicleRecord {
  const { specification } = record;
  if (specification.state !== 'found') return record;
  const { colourChangeCount, colourChanges } = facts;
  return {
    ...record,
    specification: { ...specification, data: { ...specification.data, colourChangeCount, colourChanges } },
  };
}

/** What a full check unlocks of a record; null where its source did not answer. */
export function lockedFacts({ specification }: VehicleRecord): LockedFacts | null {
  if (specification.state !== 'found') return null;
  const { colourChangeCount, colourChanges } = specification.data;
  return { colourChangeCount, colourChanges };
}

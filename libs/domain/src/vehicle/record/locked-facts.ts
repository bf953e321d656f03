import type { Specification, VehicleRecord } from './vehicle-record.ts';

/**
 * The part of a vehicle's record that requires a full check: `Colour Changes` is locked until then (specification,
 * section 2).
 */
export type LockedFacts = Pick<Specification, 'colourChangeCount' | 'colourChanges'>;

const nothing: LockedFacts = { colourChangeCount: null, colourChanges: [] };

/** The record for users without a full check of the vehicle. */
export const removeLockedFacts = (record: VehicleRecord): VehicleRecord => addLockedFacts(record, nothing);

/** Adds to the record what a full check unlocks, if its source responded. */
export function addLockedFacts(record: VehicleRecord, facts: LockedFacts): VehicleRecord {
  const { specification } = record;
  if (specification.state !== 'found') return record;
  const { colourChangeCount, colourChanges } = facts;
  return {
    ...record,
    specification: { ...specification, data: { ...specification.data, colourChangeCount, colourChanges } },
  };
}

/** The facts that a full check unlocks of a record; null if its source did not respond. */
export function lockedFacts({ specification }: VehicleRecord): LockedFacts | null {
  if (specification.state !== 'found') return null;
  const { colourChangeCount, colourChanges } = specification.data;
  return { colourChangeCount, colourChanges };
}

import type { SpecificationData, VehicleRecord } from './vehicle-record.ts';

/**
 * The part of a vehicle's record that requires a full check: `Colour Changes` is locked until then (specification,
 * section 2).
 */
export type FullCheckOnlyFacts = Pick<SpecificationData, 'colourChangeCount' | 'colourChanges'>;

const nothing: FullCheckOnlyFacts = { colourChangeCount: null, colourChanges: [] };

/** The record for users without a full check of the vehicle. */
export const removeFullCheckOnlyFacts = (record: VehicleRecord): VehicleRecord =>
  addFullCheckOnlyFacts(record, nothing);

/** Adds to the record what a full check unlocks, if its source responded. */
export function addFullCheckOnlyFacts(record: VehicleRecord, facts: FullCheckOnlyFacts): VehicleRecord {
  const { specification } = record;
  if (specification.state !== 'found') return record;
  const { colourChangeCount, colourChanges } = facts;
  return {
    ...record,
    specification: { ...specification, data: { ...specification.data, colourChangeCount, colourChanges } },
  };
}

/** The facts that a full check unlocks of a record; null if its source did not respond. */
export function fullCheckOnlyFactsOf({ specification }: VehicleRecord): FullCheckOnlyFacts | null {
  if (specification.state !== 'found') return null;
  const { colourChangeCount, colourChanges } = specification.data;
  return { colourChangeCount, colourChanges };
}

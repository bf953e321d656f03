import type { SourcedDatum } from '../record/datum.ts';
import { missingSourcedDatum } from '../record/datum.ts';
import { sourceLabel } from '../record/source-messages.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { isElectric } from './is-electric.ts';

export interface ElectricFact extends SourcedDatum {
  label: string;
}

const labels = ['Battery', 'Range', 'Charging'];

/**
 * Battery, range and charging of an electric car; empty for any other. The vendor's package VehicleData has none of
 * them (its newer service has, in a block that version 2 lacks), so each row explains why it is missing.
 */
export function electricFacts(record: VehicleRecord): ElectricFact[] {
  if (!isElectric(record)) return [];
  const { specification } = record;
  const datum = missingSourcedDatum([specification]);
  const why =
    specification.state === 'found'
      ? `${sourceLabel(specification.source)}’s record, as we get it, holds nothing about batteries.`
      : datum.why;
  return labels.map((label) => ({ label, ...datum, why }));
}

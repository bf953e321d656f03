import { firstSourcedDatum } from '../record/datum.ts';
import { sentenceCase } from '../../kernel/text/phrases.ts';
import {
  vehicleColourCandidates,
  vehicleMakeCandidates,
  vehicleModelCandidates,
  manufactureYearCandidates,
} from './vehicle-facts.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';

export interface VehicleName {
  make: string | null;
  model: string | null;
  colour: string | null;
  year: string | null;
}

/** The display name of a vehicle; null for each part that no source has. */
export function vehicleName(record: VehicleRecord): VehicleName {
  const asIs = (text: string) => text;
  return {
    make: firstSourcedDatum(vehicleMakeCandidates(record), asIs).value,
    model: firstSourcedDatum(vehicleModelCandidates(record), asIs).value,
    colour: firstSourcedDatum(vehicleColourCandidates(record), sentenceCase).value,
    year: firstSourcedDatum(manufactureYearCandidates(record), String).value,
  };
}

import { firstOf } from '../record/datum.ts';
import { sentenceCase } from '../../kernel/text/phrases.ts';
import { colours, makes, models, years } from './vehicle-facts.ts';
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
    make: firstOf(makes(record), asIs).value,
    model: firstOf(models(record), asIs).value,
    colour: firstOf(colours(record), sentenceCase).value,
    year: firstOf(years(record), String).value,
  };
}

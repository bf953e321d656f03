import { firstDatum } from '../record/datum.ts';
import { sentenceCase } from '../../kernel/text/phrases.ts';
import { colours, recordedMakes, models, years } from './vehicle-facts.ts';
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
    make: firstDatum(recordedMakes(record), asIs).value,
    model: firstDatum(models(record), asIs).value,
    colour: firstDatum(colours(record), sentenceCase).value,
    year: firstDatum(years(record), String).value,
  };
}

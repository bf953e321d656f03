import { colourHistory } from './colour-history.ts';
import { cssColourOfName } from './css-colour-of-name.ts';
import { type SourcedDatum, firstSourcedDatum } from '../vehicle/record/datum.ts';
import { sentenceCase } from '../kernel/text/phrases.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import { vehicleColourCandidates } from '../vehicle/facts/vehicle-facts.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';

export interface VehiclePaint extends SourcedDatum {
  /** A CSS colour, safe in a drawing; null if the register names several colours or an unknown one. */
  fill: string | null;
  /** A note on what the drawing cannot show. */
  note: string | null;
  /** `Red until 2 January 2024`, newest first. */
  earlier: string[];
}

/** The recorded colour as paint for a drawing, with the earlier colours. */
export function vehiclePaintOf(record: VehicleRecord, fullCheck: FullCheck | null): VehiclePaint {
  const present = firstSourcedDatum(vehicleColourCandidates(record), sentenceCase);
  const earlier = colourHistory(record, fullCheck).changes.map(({ words }) => words);
  if (present.value === null) return { ...present, fill: null, note: null, earlier };
  return { ...present, ...painted(present.value), earlier };
}

function painted(name: string): Pick<VehiclePaint, 'fill' | 'note'> {
  const whole = cssColourOfName(name);
  if (whole !== null) return { fill: whole, note: null };
  const parts = name.split(/\s*(?:\/|&|\+|,|\band\b)\s*/i).filter((part) => part !== '');
  if (parts.length > 1) {
    return {
      fill: null,
      note: 'It has more than one colour, and the register does not say where, so the drawing shows none.',
    };
  }
  if (/multi|various/i.test(name)) return { fill: null, note: 'Several colours: it is not painted.' };
  const known = name.split(/\s+/).flatMap((word) => cssColourOfName(word) ?? []);
  const [only] = known;
  // `Metallic blue` is a blue; `Silver grey` is ambiguous.
  if (only !== undefined && known.length === 1) return { fill: only, note: null };
  return { fill: null, note: 'We do not know how this colour looks, so it is not painted.' };
}

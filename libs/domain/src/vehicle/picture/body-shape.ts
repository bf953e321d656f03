import { type SourcedDatum, missingSourcedDatum } from '../record/datum.ts';
import { sentenceCase } from '../../kernel/text/phrases.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { cleanRegisterText } from '../../kernel/text/clean-register-text.ts';

/** The bodies for which there is a drawing. */
export const bodyShapes = [
  'hatchback',
  'saloon',
  'estate',
  'suv',
  'mpv',
  'coupe',
  'convertible',
  'pickup',
  'van',
  'motorcycle',
] as const;

export type BodyShape = (typeof bodyShapes)[number];

/** The register's terms for a body; the first match counts, so that a `PICK UP` is not a `VAN`. */
const patterns: readonly (readonly [RegExp, BodyShape])[] = [
  [/\b(?:motor ?cycle|motorbike|moped|scooter|2[ -]wheel)/i, 'motorcycle'],
  [/\bpick[ -]?up/i, 'pickup'],
  [/\b(?:convertible|cabrio(?:let)?|roadster|drophead|spider|spyder|soft[ -]?top)\b/i, 'convertible'],
  [/\bcoup[eé]/i, 'coupe'],
  [/\b(?:suv|sports? utility|crossover|off[ -]?road(?:er)?|4 ?x ?4|light 4)\b/i, 'suv'],
  [/\b(?:mpv|people carrier|multi[ -]?purpose)\b/i, 'mpv'],
  [/\b(?:panel van|van)\b/i, 'van'],
  [/\b(?:estate|tourer|shooting brake)\b/i, 'estate'],
  [/\b(?:saloon|sedan|limousine)\b/i, 'saloon'],
  [/\bhatch(?:back)?\b/i, 'hatchback'],
];

export interface RecordedBody extends SourcedDatum {
  /** Null: the body is not recorded, or there is no drawing of it. */
  shape: BodyShape | null;
}

/**
 * The recorded body, as in the register and as one of our drawings: UK Vehicle Data's body, otherwise DVLA's two
 * wheels.
 */
export function recordedBody({ licensing, specification }: VehicleRecord): RecordedBody {
  const style = specification.state === 'found' ? cleanRegisterText(specification.data.bodyStyle) : null;
  if (style !== null) {
    const { source, at } = specification;
    return { shape: shapeOf(style), value: sentenceCase(style), source, at, why: null };
  }
  const wheels = licensing.state === 'found' ? cleanRegisterText(licensing.data.wheelplan) : null;
  if (wheels !== null && /^2[ -]wheel/i.test(wheels)) {
    return { shape: 'motorcycle', value: 'Two wheels', source: licensing.source, at: licensing.at, why: null };
  }
  return { shape: null, ...missingSourcedDatum([specification]) };
}

const shapeOf = (body: string): BodyShape | null => patterns.find(([pattern]) => pattern.test(body))?.[1] ?? null;

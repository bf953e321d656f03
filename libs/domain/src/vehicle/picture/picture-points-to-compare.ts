import { type SourcedDatum, firstSourcedDatum, datumCandidateFrom } from '../record/datum.ts';
import { sentenceCase } from '../../kernel/text/phrases.ts';
import {
  vehicleColourCandidates,
  vehicleMakeCandidates,
  vehicleModelCandidates,
  positiveOrNull,
} from '../facts/vehicle-facts.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { formatRegistration } from '../../kernel/registration/format-registration.ts';
import { recordedBody } from './body-shape.ts';

export interface PictureComparisonPoint extends SourcedDatum {
  label: 'Plate' | 'Colour' | 'Body' | 'Doors' | 'Badge';
  /** The part of the car to inspect. */
  look: string;
}

/** The points that a buyer in front of the car compares with the registers. */
export function picturePointsToCompare(record: VehicleRecord): PictureComparisonPoint[] {
  const { registration, specification } = record;
  const make = firstSourcedDatum(vehicleMakeCandidates(record), (text) => text);
  const model = firstSourcedDatum(vehicleModelCandidates(record), (text) => text);
  const badge = [make, model].flatMap(({ value }) => value ?? []).join(' ');
  return [
    {
      label: 'Plate',
      look: 'The same at the front, at the back and on the V5C, and of the right age for the car.',
      value: formatRegistration(registration),
      source: null,
      at: null,
      why: null,
    },
    {
      label: 'Colour',
      look: 'Also under the bonnet and inside the doors: a respray leaves the old one there.',
      ...firstSourcedDatum(vehicleColourCandidates(record), sentenceCase),
    },
    {
      label: 'Body',
      look: 'If it differs, ask what was converted and whether the V5C says so.',
      ...recordedBody(record),
    },
    {
      label: 'Doors',
      look: 'On a hatchback or an estate, the tailgate counts as a door.',
      ...firstSourcedDatum([datumCandidateFrom(specification, (data) => positiveOrNull(data.doors))], String),
    },
    {
      label: 'Badge',
      look: 'Badges are easily changed: trust the V5C.',
      ...(badge === '' ? make : { ...make, ...(make.value === null ? model : {}), value: badge }),
    },
  ];
}

import { isElectric } from '../electric/is-electric.ts';
import { yearsBetween } from '../../kernel/time/london-date.ts';
import { type SourcedDatum, firstSourcedDatum, datumCandidateFrom } from '../record/datum.ts';
import { formatCountWithNoun, formatThousands, sentenceCase } from '../../kernel/text/phrases.ts';
import { firstRegistrationCandidates } from '../record/first-registration-candidates.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** 1 kW in brake horsepower (specification, section 9). */
export const bhpPerKw = 1.34102;

export interface VehicleFact extends SourcedDatum {
  label: string;
}

const asIs = (text: string) => text;

/** Rows that apply only to vehicles with an engine. */
const engineRows = new Set(['Engine size', 'Engine number', 'Euro status']);

/**
 * The fifteen rows of the Vehicle Information tab in the specification's order (section 2), without those about engines
 * for an electric vehicle. DVLA comes first for what it registers, UK Vehicle Data for what only it has. Vehicle age
 * counts from first registration.
 */
export function vehicleFacts(record: VehicleRecord, today: IsoDate): VehicleFact[] {
  const rows = allFacts(record, today);
  return isElectric(record) ? rows.filter(({ label }) => !engineRows.has(label)) : rows;
}

function allFacts(record: VehicleRecord, today: IsoDate): VehicleFact[] {
  const { licensing, testing, specification } = record;
  const specified = <V>(read: (data: SpecificationData) => V | null) => [datumCandidateFrom(specification, read)];
  return [
    { label: 'Make', ...firstSourcedDatum(vehicleMakeCandidates(record), asIs) },
    { label: 'Model', ...firstSourcedDatum(vehicleModelCandidates(record), asIs) },
    { label: 'Colour', ...firstSourcedDatum(vehicleColourCandidates(record), sentenceCase) },
    {
      label: 'Transmission',
      ...firstSourcedDatum(
        specified((data) => data.transmission),
        (text) => transmission(text, isElectric(record)),
      ),
    },
    { label: 'Year of manufacture', ...firstSourcedDatum(manufactureYearCandidates(record), String) },
    {
      label: 'Fuel type',
      ...firstSourcedDatum(
        [
          datumCandidateFrom(licensing, (data) => data.fuelType),
          datumCandidateFrom(specification, (data) => data.fuelType),
          datumCandidateFrom(testing, (data) => data.fuelType),
        ],
        sentenceCase,
      ),
    },
    {
      label: 'Number of seats',
      ...firstSourcedDatum(
        specified((data) => positiveOrNull(data.seats)),
        String,
      ),
    },
    { label: 'Engine size', ...engineSize(record) },
    {
      label: 'BHP',
      ...firstSourcedDatum(
        specified((data) => positiveOrNull(data.bhp) ?? timesBhp(positiveOrNull(data.powerKw))),
        (bhp) => `${Math.round(bhp)} bhp`,
      ),
    },
    { label: 'Vehicle age', ...vehicleAge(record, today) },
    {
      label: 'Max speed',
      ...firstSourcedDatum(
        specified((data) => positiveOrNull(data.maxSpeedMph)),
        (mph) => `${formatThousands(mph)} mph`,
      ),
    },
    {
      label: 'Kerb weight',
      ...firstSourcedDatum(
        specified((data) => positiveOrNull(data.kerbWeight)),
        (kg) => `${formatThousands(kg)} kg`,
      ),
    },
    {
      label: 'Last 5 of VIN',
      ...firstSourcedDatum(
        specified((data) => data.vinLast5),
        asIs,
      ),
    },
    {
      label: 'Engine number',
      ...firstSourcedDatum(
        specified((data) => data.engineNumber),
        asIs,
      ),
    },
    {
      label: 'Euro status',
      ...firstSourcedDatum(
        [
          datumCandidateFrom(licensing, (data) => data.euroStatus),
          datumCandidateFrom(specification, (data) => data.euroStatus),
        ],
        asIs,
      ),
    },
  ];
}

/** Sources of the make, best first. */
export function vehicleMakeCandidates({ licensing, testing, specification }: VehicleRecord) {
  return [
    datumCandidateFrom(licensing, (data) => data.make),
    datumCandidateFrom(specification, (data) => data.make),
    datumCandidateFrom(testing, (data) => data.make),
  ];
}

/** Sources of the model, best first. DVLA has none. */
export function vehicleModelCandidates({ testing, specification }: VehicleRecord) {
  return [datumCandidateFrom(specification, (data) => data.model), datumCandidateFrom(testing, (data) => data.model)];
}

/** Sources of the colour, best first. */
export function vehicleColourCandidates({ licensing, testing, specification }: VehicleRecord) {
  return [
    datumCandidateFrom(licensing, (data) => data.colour),
    datumCandidateFrom(specification, (data) => data.colour),
    datumCandidateFrom(testing, (data) => data.primaryColour),
  ];
}

/** Sources of the year of manufacture, best first. */
export function manufactureYearCandidates({ licensing, testing, specification }: VehicleRecord) {
  return [
    datumCandidateFrom(licensing, (data) => data.yearOfManufacture),
    datumCandidateFrom(specification, (data) => data.yearOfManufacture),
    datumCandidateFrom(testing, (data) =>
      data.manufactureDate === null ? null : Number(data.manufactureDate.slice(0, 4)),
    ),
  ];
}

type SpecificationData = Extract<VehicleRecord['specification'], { state: 'found' }>['data'];

/** Null for zero, which the registers write for a missing size, power or weight. */
export function positiveOrNull(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function timesBhp(powerKw: number | null): number | null {
  return powerKw === null ? null : powerKw * bhpPerKw;
}

function engineSize({ licensing, testing, specification }: VehicleRecord): SourcedDatum {
  return firstSourcedDatum(
    [
      datumCandidateFrom(licensing, (data) => positiveOrNull(data.engineCapacity)),
      datumCandidateFrom(specification, (data) => positiveOrNull(data.engineCapacity)),
      datumCandidateFrom(testing, (data) => positiveOrNull(data.engineSize)),
    ],
    (cc) => `${formatThousands(cc)} cc`,
  );
}

function vehicleAge(record: VehicleRecord, today: IsoDate): SourcedDatum {
  return firstSourcedDatum(firstRegistrationCandidates(record), ({ date, exact }) => {
    const years = yearsBetween(date, today);
    if (years === 0) return 'Less than a year';
    return `${exact ? '' : 'About '}${formatCountWithNoun(years, 'year')}`;
  });
}

/** Hides a single gear (`AUTOMATIC 1 GEARS` becomes `Automatic`), which every electric car has. */
function transmission(text: string, electric: boolean): string {
  const plain = sentenceCase(text.replace(/ 1 gears?$/i, ''));
  return electric && /^auto(?:matic)?$/i.test(plain) ? 'Automatic, single speed' : plain;
}

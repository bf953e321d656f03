import { isElectric } from '../electric/is-electric.ts';
import { yearsBetween } from '../../kernel/time/london-date.ts';
import { type Datum, firstDatum, candidateFrom } from '../record/datum.ts';
import { formatGrouped, sentenceCase } from '../../kernel/text/phrases.ts';
import { firstRegistered } from '../record/first-registered.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** 1 kW in brake horsepower (specification, section 9). */
export const bhpPerKw = 1.34102;

export interface Fact extends Datum {
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
export function vehicleFacts(record: VehicleRecord, today: IsoDate): Fact[] {
  const rows = allFacts(record, today);
  return isElectric(record) ? rows.filter(({ label }) => !engineRows.has(label)) : rows;
}

function allFacts(record: VehicleRecord, today: IsoDate): Fact[] {
  const { licensing, testing, specification } = record;
  const specified = <V>(read: (data: SpecificationData) => V | null) => [candidateFrom(specification, read)];
  return [
    { label: 'Make', ...firstDatum(recordedMakes(record), asIs) },
    { label: 'Model', ...firstDatum(models(record), asIs) },
    { label: 'Colour', ...firstDatum(colours(record), sentenceCase) },
    {
      label: 'Transmission',
      ...firstDatum(
        specified((data) => data.transmission),
        (text) => transmission(text, isElectric(record)),
      ),
    },
    { label: 'Year of manufacture', ...firstDatum(years(record), String) },
    {
      label: 'Fuel type',
      ...firstDatum(
        [
          candidateFrom(licensing, (data) => data.fuelType),
          candidateFrom(specification, (data) => data.fuelType),
          candidateFrom(testing, (data) => data.fuelType),
        ],
        sentenceCase,
      ),
    },
    {
      label: 'Number of seats',
      ...firstDatum(
        specified((data) => positiveOrNull(data.seats)),
        String,
      ),
    },
    { label: 'Engine size', ...engineSize(record) },
    {
      label: 'BHP',
      ...firstDatum(
        specified((data) => positiveOrNull(data.bhp) ?? timesBhp(positiveOrNull(data.powerKw))),
        (bhp) => `${Math.round(bhp)} bhp`,
      ),
    },
    { label: 'Vehicle age', ...vehicleAge(record, today) },
    {
      label: 'Max speed',
      ...firstDatum(
        specified((data) => positiveOrNull(data.maxSpeedMph)),
        (mph) => `${formatGrouped(mph)} mph`,
      ),
    },
    {
      label: 'Kerb weight',
      ...firstDatum(
        specified((data) => positiveOrNull(data.kerbWeight)),
        (kg) => `${formatGrouped(kg)} kg`,
      ),
    },
    {
      label: 'Last 5 of VIN',
      ...firstDatum(
        specified((data) => data.vinLast5),
        asIs,
      ),
    },
    {
      label: 'Engine number',
      ...firstDatum(
        specified((data) => data.engineNumber),
        asIs,
      ),
    },
    {
      label: 'Euro status',
      ...firstDatum(
        [candidateFrom(licensing, (data) => data.euroStatus), candidateFrom(specification, (data) => data.euroStatus)],
        asIs,
      ),
    },
  ];
}

/** Sources of the make, best first. */
export function recordedMakes({ licensing, testing, specification }: VehicleRecord) {
  return [
    candidateFrom(licensing, (data) => data.make),
    candidateFrom(specification, (data) => data.make),
    candidateFrom(testing, (data) => data.make),
  ];
}

/** Sources of the model, best first. DVLA has none. */
export function models({ testing, specification }: VehicleRecord) {
  return [candidateFrom(specification, (data) => data.model), candidateFrom(testing, (data) => data.model)];
}

/** Sources of the colour, best first. */
export function colours({ licensing, testing, specification }: VehicleRecord) {
  return [
    candidateFrom(licensing, (data) => data.colour),
    candidateFrom(specification, (data) => data.colour),
    candidateFrom(testing, (data) => data.primaryColour),
  ];
}

/** Sources of the year of manufacture, best first. */
export function years({ licensing, testing, specification }: VehicleRecord) {
  return [
    candidateFrom(licensing, (data) => data.yearOfManufacture),
    candidateFrom(specification, (data) => data.yearOfManufacture),
    candidateFrom(testing, (data) => (data.manufactureDate === null ? null : Number(data.manufactureDate.slice(0, 4)))),
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

function engineSize({ licensing, testing, specification }: VehicleRecord): Datum {
  return firstDatum(
    [
      candidateFrom(licensing, (data) => positiveOrNull(data.engineCapacity)),
      candidateFrom(specification, (data) => positiveOrNull(data.engineCapacity)),
      candidateFrom(testing, (data) => positiveOrNull(data.engineSize)),
    ],
    (cc) => `${formatGrouped(cc)} cc`,
  );
}

function vehicleAge(record: VehicleRecord, today: IsoDate): Datum {
  return firstDatum(firstRegistered(record), ({ date, exact }) => {
    const years = yearsBetween(date, today);
    if (years === 0) return 'Less than a year';
    return `${exact ? '' : 'About '}${years} ${years === 1 ? 'year' : 'years'}`;
  });
}

/** Hides a single gear (`AUTOMATIC 1 GEARS` becomes `Automatic`), which every electric car has. */
function transmission(text: string, electric: boolean): string {
  const plain = sentenceCase(text.replace(/ 1 gears?$/i, ''));
  return electric && /^auto(?:matic)?$/i.test(plain) ? 'Automatic, single speed' : plain;
}

import { isElectric } from '../electric/is-electric.ts';
import { yearsBetween } from '../../kernel/time/london-date.ts';
import { type Datum, firstOf, from } from '../record/datum.ts';
import { grouped, sentenceCase } from '../../kernel/text/phrases.ts';
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
  const specified = <V>(read: (data: SpecificationData) => V | null) => [from(specification, read)];
  return [
    { label: 'Make', ...firstOf(makes(record), asIs) },
    { label: 'Model', ...firstOf(models(record), asIs) },
    { label: 'Colour', ...firstOf(colours(record), sentenceCase) },
    {
      label: 'Transmission',
      ...firstOf(
        specified((data) => data.transmission),
        (text) => transmission(text, isElectric(record)),
      ),
    },
    { label: 'Year of manufacture', ...firstOf(years(record), String) },
    {
      label: 'Fuel type',
      ...firstOf(
        [
          from(licensing, (data) => data.fuelType),
          from(specification, (data) => data.fuelType),
          from(testing, (data) => data.fuelType),
        ],
        sentenceCase,
      ),
    },
    {
      label: 'Number of seats',
      ...firstOf(
        specified((data) => positive(data.seats)),
        String,
      ),
    },
    { label: 'Engine size', ...engineSize(record) },
    {
      label: 'BHP',
      ...firstOf(
        specified((data) => positive(data.bhp) ?? timesBhp(positive(data.powerKw))),
        (bhp) => `${Math.round(bhp)} bhp`,
      ),
    },
    { label: 'Vehicle age', ...vehicleAge(record, today) },
    {
      label: 'Max speed',
      ...firstOf(
        specified((data) => positive(data.maxSpeedMph)),
        (mph) => `${grouped(mph)} mph`,
      ),
    },
    {
      label: 'Kerb weight',
      ...firstOf(
        specified((data) => positive(data.kerbWeight)),
        (kg) => `${grouped(kg)} kg`,
      ),
    },
    {
      label: 'Last 5 of VIN',
      ...firstOf(
        specified((data) => data.vinLast5),
        asIs,
      ),
    },
    {
      label: 'Engine number',
      ...firstOf(
        specified((data) => data.engineNumber),
        asIs,
      ),
    },
    {
      label: 'Euro status',
      ...firstOf([from(licensing, (data) => data.euroStatus), from(specification, (data) => data.euroStatus)], asIs),
    },
  ];
}

/** Sources of the make, best first. */
export function makes({ licensing, testing, specification }: VehicleRecord) {
  return [
    from(licensing, (data) => data.make),
    from(specification, (data) => data.make),
    from(testing, (data) => data.make),
  ];
}

/** Sources of the model, best first. DVLA has none. */
export function models({ testing, specification }: VehicleRecord) {
  return [from(specification, (data) => data.model), from(testing, (data) => data.model)];
}

/** Sources of the colour, best first. */
export function colours({ licensing, testing, specification }: VehicleRecord) {
  return [
    from(licensing, (data) => data.colour),
    from(specification, (data) => data.colour),
    from(testing, (data) => data.primaryColour),
  ];
}

/** Sources of the year of manufacture, best first. */
export function years({ licensing, testing, specification }: VehicleRecord) {
  return [
    from(licensing, (data) => data.yearOfManufacture),
    from(specification, (data) => data.yearOfManufacture),
    from(testing, (data) => (data.manufactureDate === null ? null : Number(data.manufactureDate.slice(0, 4)))),
  ];
}

type SpecificationData = Extract<VehicleRecord['specification'], { state: 'found' }>['data'];

/** Null for zero, which the registers write for a missing size, power or weight. */
export function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function timesBhp(powerKw: number | null): number | null {
  return powerKw === null ? null : powerKw * bhpPerKw;
}

function engineSize({ licensing, testing, specification }: VehicleRecord): Datum {
  return firstOf(
    [
      from(licensing, (data) => positive(data.engineCapacity)),
      from(specification, (data) => positive(data.engineCapacity)),
      from(testing, (data) => positive(data.engineSize)),
    ],
    (cc) => `${grouped(cc)} cc`,
  );
}

function vehicleAge(record: VehicleRecord, today: IsoDate): Datum {
  return firstOf(firstRegistered(record), ({ date, exact }) => {
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

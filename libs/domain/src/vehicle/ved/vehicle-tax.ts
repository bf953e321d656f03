import type { CostCertainty } from '../costs/certainty.ts';
import { vehicleKind } from '../record/vehicle-kind.ts';
import { isElectric } from '../electric/is-electric.ts';
import { formatPounds } from '../../kernel/money/format-pounds.ts';
import { type SourcedDatum, datumCandidateFrom, missingSourcedDatum } from '../record/datum.ts';
import { formatThousands } from '../../kernel/text/phrases.ts';
import { type FirstRegistrationDate, firstRegistrationCandidates } from '../record/first-registration-candidates.ts';
import { missingReasonText, sourceLabel } from '../record/source-messages.ts';
import { positiveOrNull, manufactureYearCandidates } from '../facts/vehicle-facts.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { addMonths } from '../../kernel/time/london-date.ts';
import { type VedCo2Band, co2BandOf, vehicleTaxYearRatesOf, verifiedVehicleTaxYears, taxYearStart } from './rates.ts';

/** The tax of a car for a year, with its basis. */
export interface VehicleTax {
  /** Pence for twelve months; null if unknown. */
  yearly: number | null;
  certainty: CostCertainty | null;
  source: SourceName | null;
  at: IsoInstant | null;
  /** The basis of the figure, or a remark on it. */
  note: string | null;
  why: string | null;
  /** The pending sources that may still give it. */
  asking?: SourceName[];
  band: VedCo2Band | null;
}

/** Cars first registered from this day on pay the standard rate, regardless of emissions. */
export const standardTaxRateSince: IsoDate = '2017-04-01';
const bandsSince: IsoDate = '2001-03-01';

/** A value with the section that gave it. */
export interface PresentSourcedValue<V> {
  value: V;
  source: SourceName;
  at: IsoInstant;
}

type Rated = Pick<VehicleTax, 'yearly' | 'note' | 'why' | 'band' | 'source' | 'at' | 'asking'>;

const unrated = (why: string | null, rest: Partial<Rated> = {}): Rated => ({
  yearly: null,
  note: null,
  why,
  band: null,
  source: null,
  at: null,
  ...rest,
});

/** The date of first registration, unless it is in the future; null if no source has it. */
export function firstRegistrationOf(
  record: VehicleRecord,
  today: IsoDate,
): PresentSourcedValue<FirstRegistrationDate> | null {
  for (const { section, value } of firstRegistrationCandidates(record)) {
    if (value !== null && value.date <= today) return { value, source: section.source, at: section.at };
  }
  return null;
}

/**
 * CO2 in g/km, DVLA's first. An electric car has none; if a register has some for it, or another car has none, the
 * figure is unusable.
 */
export function recordedCo2(record: VehicleRecord): PresentSourcedValue<number> | 'contradicted' | null {
  const { licensing, specification } = record;
  const candidates = [
    datumCandidateFrom(licensing, (data) => data.co2Emissions),
    datumCandidateFrom(specification, (data) => data.co2Emissions),
  ];
  const emissions = candidates.flatMap(({ section, value }) =>
    positiveOrNull(value) === null ? [] : [{ value: value as number, source: section.source, at: section.at }],
  );
  if (!isElectric(record)) return emissions[0] ?? null;
  if (emissions.length > 0) return 'contradicted';
  const section = [licensing, specification].find(({ state }) => state === 'found');
  return section === undefined ? null : { value: 0, source: section.source, at: section.at };
}

/** The CO2 row of the report. */
export function co2Datum(record: VehicleRecord): SourcedDatum {
  const co2 = recordedCo2(record);
  if (co2 === 'contradicted') {
    return {
      value: null,
      source: null,
      at: null,
      why: 'The registers have it as electric and with CO2: one is wrong.',
    };
  }
  if (co2 === null) return missingSourcedDatum([record.licensing, record.specification]);
  return { value: `${formatThousands(co2.value)} g/km`, source: co2.source, at: co2.at, why: null };
}

/** The year it was built if the vehicle can be taxed as historic, free, in the tax year of `today`; null otherwise. */
export function buildYearIfHistoric(record: VehicleRecord, today: IsoDate): PresentSourcedValue<number> | null {
  for (const { section, value } of manufactureYearCandidates(record)) {
    if (value === null || value < 1880) continue;
    return value < taxYearStart(today) - 40 ? { value, source: section.source, at: section.at } : null;
  }
  return null;
}

/**
 * Tax for a year from the second year on, by the published rates of the tax year of `today`; if those do not apply, UK
 * Vehicle Data's figure. An unverified rate is never guessed.
 */
export function vehicleTax(record: VehicleRecord, today: IsoDate): VehicleTax {
  const rated = rate(record, today);
  const { specification } = record;
  const given = specification.state === 'found' ? positiveOrNull(specification.data.vedTwelveMonths) : null;
  if (rated.yearly !== null) {
    const other =
      given === null || given === rated.yearly
        ? []
        : [`${sourceLabel(specification.source)} gives ${formatPounds(given)}, perhaps of another tax year.`];
    return { ...rated, certainty: 'worked-out', note: [rated.note, ...other].join(' ') };
  }
  if (given === null) return { ...rated, certainty: null };
  const { source, at } = specification;
  return { ...unrated(null), yearly: given, certainty: 'given', source, at, note: rated.why };
}

/**
 * Whether it is a car in its first year, whose tax depended on its CO2 and was paid at registration: other vehicles,
 * and cars registered before April 2017, have no such year.
 */
export function isInFirstTaxYear(record: VehicleRecord, today: IsoDate): boolean {
  const registered = firstRegistrationOf(record, today);
  if (registered === null || vehicleKind(record) !== 'car') return false;
  const { date } = registered.value;
  return date >= standardTaxRateSince && today < addMonths(date, 12);
}

function rate(record: VehicleRecord, today: IsoDate): Rated {
  const kind = vehicleKind(record);
  if (kind === 'motorcycle' || kind === 'other') return unrated('We have verified the rates for cars only.');
  const historic = buildYearIfHistoric(record, today);
  if (historic !== null) {
    const note = `Built in ${historic.value}: no tax to pay once it is registered as historic, but it must still be taxed.`;
    return { ...unrated(null), yearly: 0, note, source: historic.source, at: historic.at };
  }
  const { licensing, testing, specification } = record;
  const registered = firstRegistrationOf(record, today);
  if (registered === null) {
    return unrated(
      `Tax depends on the date of first registration. ${missingReasonText([specification, testing, licensing])}`,
      {
        ...pendingSourceOf([specification, testing, licensing]),
      },
    );
  }
  const year = vehicleTaxYearRatesOf(today);
  if (year === null) {
    return unrated(`We have no verified rates for this tax year. Our newest are those of ${newest()}.`);
  }
  const { date } = registered.value;
  const known = { source: registered.source, at: registered.at, why: null };
  if (date >= standardTaxRateSince) {
    const note = `The standard rate of ${year.name}: it was first registered in ${date.slice(0, 4)}.`;
    return { ...known, yearly: year.standard, note, band: null };
  }
  if (date >= bandsSince) return banded(record, registered.value, today);
  if (year.engine === null) {
    const last = verifiedVehicleTaxYears.findLast(({ engine }) => engine !== null);
    const before = last?.engine;
    const size = engineSize(record);
    const was =
      last === undefined || before == null || size === null
        ? ''
        : ` In ${last.name} it was ${formatPounds(size <= 1549 ? before.upTo1549 : before.above)}.`;
    return unrated(`We have not verified the rate of ${year.name} for cars first registered before March 2001.${was}`);
  }
  const size = engineSize(record);
  if (size === null) {
    return unrated(`Tax depends on the size of its engine. ${missingReasonText([licensing, specification])}`, {
      ...pendingSourceOf([licensing, specification]),
    });
  }
  const yearly = size <= 1549 ? year.engine.upTo1549 : year.engine.above;
  return {
    ...known,
    yearly,
    note: `The rate of ${year.name} for an engine of ${formatThousands(size)} cc.`,
    band: null,
  };
}

function banded(record: VehicleRecord, { date }: FirstRegistrationDate, today: IsoDate): Rated {
  const co2 = recordedCo2(record);
  const year = vehicleTaxYearRatesOf(today);
  if (co2 === 'contradicted') return unrated(co2Datum(record).why);
  if (co2 === null || year === null) {
    const sections = [record.licensing, record.specification];
    return unrated(`Tax depends on its CO2. ${missingReasonText(sections)}`, { ...pendingSourceOf(sections) });
  }
  const band = co2BandOf(co2.value, date);
  const note = `Band ${band} at the rates of ${year.name}.`;
  return { yearly: year.bands[band], note, why: null, band, source: co2.source, at: co2.at };
}

function engineSize({ licensing, specification }: VehicleRecord): number | null {
  const sizes = [licensing, specification].map((section) =>
    section.state === 'found' ? positiveOrNull(section.data.engineCapacity) : null,
  );
  return sizes.find((size) => size !== null) ?? null;
}

const newest = (): string => verifiedVehicleTaxYears.at(-1)?.name ?? '';

function pendingSourceOf(sections: Parameters<typeof missingSourcedDatum>[0]): Pick<Rated, 'asking'> {
  const { asking } = missingSourcedDatum(sections);
  return asking === undefined ? {} : { asking };
}

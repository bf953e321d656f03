import type { CostCertainty } from '../costs/certainty.ts';
import { vehicleKind } from '../record/vehicle-kind.ts';
import { isElectric } from '../electric/is-electric.ts';
import { firstSourcedDatum, datumCandidateFrom } from '../record/datum.ts';
import { firstRegistrationCandidates } from '../record/first-registration-candidates.ts';
import { importMarkers } from '../record/register-marks.ts';
import { missingReasonText, sourceLabel } from '../record/source-messages.ts';
import { manufactureYearCandidates } from '../facts/vehicle-facts.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { recordedCo2, firstRegistrationOf } from '../ved/vehicle-tax.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { addMonths } from '../../kernel/time/london-date.ts';
import type { ReportInput } from '../record/report-input.ts';

export type EmissionFuel = 'electric' | 'petrol' | 'diesel' | 'unknown';

/** The emission standard by which the zones judge a vehicle. */
export interface EmissionStandard {
  fuel: EmissionFuel;
  /** Whether it meets Euro 4 (petrol), 6 (diesel) or 3 (motorcycle); null if unknown. */
  meets: boolean | null;
  certainty: CostCertainty | null;
  /** The basis of `meets`, or why it is unknown. */
  words: string;
  source: SourceName | null;
  at: IsoInstant | null;
  /** Whether a pending source may still answer. */
  asking: boolean;
}

interface Required {
  euro: number;
  /** The day from which new vehicles had to meet it (Transport for London). */
  since: IsoDate;
  name: string;
}

const required = {
  petrol: { euro: 4, since: '2006-01-01', name: 'petrol' },
  diesel: { euro: 6, since: '2015-09-01', name: 'diesel' },
  motorcycle: { euro: 3, since: '2007-07-01', name: 'motorcycles' },
} satisfies Record<string, Required>;

/** `EURO 6 AD`, `EURO1`, `Euro 6d-TEMP`, `6dg`: the number; null for anything else. */
export function euroStandardNumber(status: string | null): number | null {
  const digit = /^\s*(?:euro[\s-]*)?([1-7])(?![\d.])/i.exec(status ?? '')?.[1];
  return digit === undefined ? null : Number(digit);
}

/** A hybrid counts by its engine, which DVLA names `HYBRID ELECTRIC` with petrol and `ELECTRIC DIESEL` with diesel. */
function fuelOf(record: VehicleRecord): EmissionFuel {
  if (isElectric(record)) return 'electric';
  const { licensing, specification, testing } = record;
  const { value } = firstSourcedDatum(
    [
      datumCandidateFrom(licensing, (data) => data.fuelType),
      datumCandidateFrom(specification, (data) => data.fuelType),
      datumCandidateFrom(testing, (data) => data.fuelType),
    ],
    (fuel) => fuel,
  );
  if (value === null) return 'unknown';
  if (/diesel|heavy oil/i.test(value)) return 'diesel';
  return /petrol|hybrid|gas|lpg|cng|ethanol/i.test(value) ? 'petrol' : 'unknown';
}

/**
 * Whether a vehicle meets the standard of the zones: by the Euro status on the register, otherwise by what was required
 * when it was first registered. Earlier vehicles may meet it too, which only the register would show. The date is no
 * evidence for a vehicle that was built earlier or for another country.
 */
export function emissionStandard(input: ReportInput): EmissionStandard {
  const { record, today } = input;
  const fuel = fuelOf(record);
  const nothing = { fuel, meets: null, certainty: null, source: null, at: null, asking: false };
  const { licensing, specification, testing } = record;
  if (fuel === 'electric') {
    const from = [licensing, specification, testing].find(({ state }) => state === 'found') ?? licensing;
    if (recordedCo2(record) === 'contradicted') {
      return { ...nothing, words: 'The registers have it as electric and with CO2: one is wrong.' };
    }
    const { source, at } = from;
    return { ...nothing, meets: true, certainty: 'given', words: 'Electric: no exhaust emissions.', source, at };
  }
  const isMotorcycle = vehicleKind(record) === 'motorcycle';
  // For an unknown fuel the stricter rule applies.
  const rule: Required = isMotorcycle ? required.motorcycle : required[fuel === 'petrol' ? 'petrol' : 'diesel'];
  const isHalfKnown = fuel === 'unknown' && !isMotorcycle;
  for (const section of [licensing, specification]) {
    const status = section.state === 'found' ? section.data.euroStatus : null;
    const euro = euroStandardNumber(status);
    if (euro === null || (isHalfKnown && euro < rule.euro)) continue;
    const words = `Euro ${euro}, according to ${sourceLabel(section.source)}; ${rule.name} needs Euro ${rule.euro}.`;
    const { source, at } = section;
    return { ...nothing, meets: euro >= rule.euro, certainty: 'given', words, source, at };
  }
  const registered = firstRegistrationOf(record, today);
  if (registered === null || (isHalfKnown && registered.value.date < rule.since)) {
    const sections = [licensing, specification];
    const asking = sections.some(({ state }) => state === 'asking');
    return { ...nothing, asking, words: `Zones judge by fuel and Euro status. ${missingReasonText(sections)}` };
  }
  const { value, source, at } = registered;
  const meets = value.date >= rule.since;
  const doubt = meets ? ofNoUse(input, rule, value.date) : null;
  if (doubt !== null) {
    const asking = licensing.state === 'asking' || specification.state === 'asking';
    return { ...nothing, asking, words: `No Euro status on the register, and ${doubt}: ask the zone’s own checker.` };
  }
  const day = value.exact ? formatDate(value.date) : monthOf(value.date);
  const words = meets
    ? `No Euro status on the register. First registered ${value.exact ? 'on' : 'in'} ${day}: ${rule.name} had to meet Euro ${rule.euro} by then.`
    : `No Euro status on the register. First registered ${value.exact ? 'on' : 'in'} ${day}, before ${rule.name} had to meet Euro ${rule.euro}; some did already.`;
  return { ...nothing, meets, certainty: 'estimated', words, source, at };
}

/** Why the date of registration is no evidence that the vehicle met the rule of that day; null if it is. */
function ofNoUse({ record, fullCheck }: ReportInput, { since }: Required, registered: IsoDate): string | null {
  const isImport = importMarkers(record, fullCheck).some(({ value }) => value?.yes === true);
  const usedAbroad = fullCheck?.vdi.state === 'found' && fullCheck.vdi.data.usedBeforeImport === true;
  if (isImport || usedAbroad) return 'it was imported, so that its date of registration here does not show it';
  const built = manufactureYearCandidates(record).flatMap(({ value }) => (value === null ? [] : [value]));
  if (built.length === 0) return 'no year of manufacture beside its date of registration';
  const earliest = Math.min(...built);
  const ruleYear = Number(since.slice(0, 4));
  const wasUsedBefore = firstRegistrationCandidates(record).some(({ value }) => value !== null && value.date < since);
  if (earliest < ruleYear || wasUsedBefore) return 'it may have been built before the rule for new ones';
  // The last vehicles of an older series could be registered for one more year.
  const isSameSeries = earliest === ruleYear && !since.endsWith('-01-01') && registered < addMonths(since, 12);
  return isSameSeries ? 'the last of an older series were still registered in that year' : null;
}

const monthOf = (day: IsoDate): string => formatDate(day).replace(/^\d+ /, '');

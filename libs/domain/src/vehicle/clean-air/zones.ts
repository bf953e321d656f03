import type { CostCertainty } from '../costs/certainty.ts';
import { type VehicleKind, vehicleKind } from '../record/vehicle-kind.ts';
import type { SourceReference } from '../record/source-reference.ts';
import { buildYearIfHistoric } from '../ved/vehicle-tax.ts';
import { type EmissionStandard, emissionStandard } from './emission-standard.ts';
import type { ReportInput } from '../record/report-input.ts';

/** When the rules below were last verified. */
const zonesReadIn = 'April 2026';

/** The reliability of the rules below. */
export const cleanAirZonesDisclaimer = `Rules as of ${zonesReadIn}. Ask the zone’s own checker before you rely on them`;

/** The consequence of a zone for one vehicle. */
export interface CleanAirZone {
  name: string;
  /** `not-cars`: it charges other vehicles but no private cars. `historic`: free once taxed as historic. */
  state: 'free' | 'charged' | 'not-allowed' | 'not-cars' | 'historic' | 'unknown';
  certainty: CostCertainty | null;
  words: string;
  rule: SourceReference;
}

export interface CleanAirCharges {
  standard: EmissionStandard;
  zones: CleanAirZone[];
}

const tfl: SourceReference = {
  name: 'Transport for London: Ultra Low Emission Zone',
  url: 'https://tfl.gov.uk/modes/driving/ultra-low-emission-zone',
};
const govUk: SourceReference = {
  name: 'GOV.UK: Drive in a clean air zone',
  url: 'https://www.gov.uk/clean-air-zones',
};
const oxford: SourceReference = {
  name: 'Oxfordshire County Council: Zero Emission Zone',
  url: 'https://www.oxfordshire.gov.uk/transport-and-travel/oxford-zero-emission-zone-zez',
};
const scotland: SourceReference = { name: 'Low Emission Zones Scotland', url: 'https://lowemissionzones.scot' };

interface Rule {
  name: string;
  rule: SourceReference;
  kind: 'charge' | 'ban' | 'zero-emission' | 'not-cars';
  /** The daily charge, as far as verified. */
  charge?: string;
  /** Other charges there, regardless of emissions. */
  remark?: string;
  /** Whether a rule for motorcycles was verified. */
  motorcycles?: true;
  /** Whether the exemption of vehicles taxed as historic was verified. */
  historic?: true;
}

const rules: readonly Rule[] = [
  {
    name: 'London (ULEZ)',
    rule: tfl,
    kind: 'charge',
    charge: '£12.50 a day',
    remark: 'The Congestion Charge in the centre is separate.',
    motorcycles: true,
    historic: true,
  },
  { name: 'Birmingham', rule: govUk, kind: 'charge', charge: '£8 a day' },
  { name: 'Bristol', rule: govUk, kind: 'charge', charge: '£9 a day' },
  { name: 'Oxford (zero emission zone)', rule: oxford, kind: 'zero-emission' },
  { name: 'Aberdeen, Dundee, Edinburgh and Glasgow', rule: scotland, kind: 'ban' },
  { name: 'Bath, Bradford, Portsmouth, Sheffield and Tyneside', rule: govUk, kind: 'not-cars' },
];

/** The zones and their rules for the vehicle: London's zone, the clean air zones, Oxford's and the Scottish ones. */
export function cleanAirChargesOf(input: ReportInput): CleanAirCharges {
  const { record, today } = input;
  const standard = emissionStandard(input);
  const kind = vehicleKind(record);
  const historic = buildYearIfHistoric(record, today) !== null;
  const judged = { standard, kind, historic };
  return { standard, zones: rules.map((rule) => ({ name: rule.name, rule: rule.rule, ...judge(rule, judged) })) };
}

interface Judged {
  standard: EmissionStandard;
  kind: VehicleKind;
  historic: boolean;
}

function judge(zone: Rule, { standard, kind, historic }: Judged): Omit<CleanAirZone, 'name' | 'rule'> {
  if (kind === 'other' || (kind === 'motorcycle' && zone.motorcycles === undefined)) {
    return { state: 'unknown', certainty: null, words: 'We have verified the rules for private cars only.' };
  }
  if (zone.kind === 'not-cars') {
    const words = 'Private cars are not charged here; taxis, vans and heavier vehicles may be.';
    return { state: 'not-cars', certainty: 'given', words };
  }
  const { fuel, meets, certainty } = standard;
  const otherCharge = zone.remark === undefined ? '' : ` ${zone.remark}`;
  if (fuel === 'electric' && meets === true) {
    return { state: 'free', certainty, words: `It has no exhaust emissions.${otherCharge}` };
  }
  if (historic) {
    return zone.historic === true
      ? { state: 'historic', certainty: 'worked-out', words: 'Free once it is taxed as a historic vehicle.' }
      : {
          state: 'unknown',
          certainty: null,
          words: 'A historic vehicle may be exempt: ask the zone before you drive in.',
        };
  }
  // Any vehicle with an engine is charged here, regardless of its standard.
  if (zone.kind === 'zero-emission' && (fuel === 'petrol' || fuel === 'diesel' || meets !== null)) {
    return {
      state: 'charged',
      certainty: fuel === 'unknown' ? 'estimated' : 'given',
      words: 'A daily charge, lower for cleaner vehicles: only those with no exhaust emissions are free.',
    };
  }
  if (meets === null || zone.kind === 'zero-emission') {
    return { state: 'unknown', certainty: null, words: standard.words };
  }
  const isSure = certainty === 'given';
  if (meets) {
    const words = isSure
      ? { ban: 'You may drive in.', charge: 'No charge.' }
      : { ban: 'You can probably drive in.', charge: 'Probably no charge.' };
    return { state: 'free', certainty, words: `${words[zone.kind]}${otherCharge}` };
  }
  if (zone.kind === 'ban') {
    return {
      state: 'not-allowed',
      certainty,
      words: `${isSure ? 'You may not' : 'You probably may not'} drive in. If you do, there is a penalty; you cannot pay a daily charge instead.`,
    };
  }
  return {
    state: 'charged',
    certainty,
    words: `${isSure ? '' : 'Probably '}${zone.charge ?? ''}, unless it is exempt.`,
  };
}

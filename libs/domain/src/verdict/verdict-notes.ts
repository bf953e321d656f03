import { cleanAirChargesOf } from '../vehicle/clean-air/zones.ts';
import { isElectric } from '../vehicle/electric/is-electric.ts';
import { likelyMileage, likelyMileageText } from '../vehicle/mileage/likely-mileage.ts';
import { mileageOfRecord } from '../vehicle/mileage/mileage-of-record.ts';
import { formatEnumeration } from '../kernel/text/phrases.ts';
import { importMarkers } from '../vehicle/record/register-marks.ts';
import { hasLeftTheRoad } from '../vehicle/record/road-status.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** Oxford charges every car with an engine, so that it distinguishes none. */
const chargesAll = /^Oxford/;

/**
 * The strongest facts that a buyer of this car should have next to its verdict, without being findings: the likely
 * mileage behind readings that go back, what differs in an import, what no register holds about a battery, and zones
 * that charge, each for itself. Apart from the decision, because it needs the rules of the mileage and of the
 * zones.
 */
export function verdictNotes(input: ReportInput): string[] {
  const { record, fullCheck } = input;
  return [
    likelyMileageNote(record),
    importMarkers(record, fullCheck).some(({ value }) => value?.yes === true) ? importNote : null,
    hasLeftTheRoad(record, fullCheck) ? null : isElectric(record) ? batteryNote : zonesNote(input),
  ].filter((note) => note !== null);
}

const importNote =
  'An import is lawful. What differs: UK registers hold nothing from before it, its specification may not be the UK one, and insurance and parts can cost more.';

const batteryNote =
  'No register holds the state of its battery: ask the seller for a battery health report before you pay.';

function likelyMileageNote(record: VehicleRecord): string | null {
  const timeline = mileageOfRecord(record);
  const likely = timeline?.confidence === 'inconsistent' ? likelyMileage(timeline) : null;
  return likely === null ? null : likelyMileageText(likely);
}

function zonesNote(input: ReportInput): string | null {
  const { zones } = cleanAirChargesOf(input);
  const named = (state: 'charged' | 'not-allowed') =>
    zones.filter((zone) => zone.state === state && !chargesAll.test(zone.name));
  const [charging, closed] = [named('charged'), named('not-allowed')];
  if (charging.length + closed.length === 0) return null;
  const isSure = [...charging, ...closed].every(({ certainty }) => certainty === 'given');
  const probably = isSure ? '' : 'probably ';
  const places = (those: typeof zones) => formatEnumeration(those.map(({ name }) => name));
  const parts = [
    ...(charging.length === 0 ? [] : [`you would ${probably}pay for each day of driving in ${places(charging)}`]),
    ...(closed.length === 0 ? [] : [`it may ${probably}not be driven in the zones of ${places(closed)}`]),
  ];
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

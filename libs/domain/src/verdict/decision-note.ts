import { cleanAir } from '../vehicle/clean-air/zones.ts';
import { isElectric } from '../vehicle/electric/is-electric.ts';
import { formatEnumeration } from '../kernel/text/phrases.ts';
import { roadStatus } from '../vehicle/record/road-status.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';

/** Oxford charges every car with an engine, so that it distinguishes none. */
const chargesAll = /^Oxford/;

/**
 * What matters to a buyer of this car without being a finding about it: that clean air zones charge it, or that no
 * register holds the state of its battery. Null if nothing does, and for a vehicle that has left the road.
 */
export function decisionNote(record: VehicleRecord, fullCheck: FullCheck | null, today: IsoDate): string | null {
  if (['scrapped', 'exported'].includes(roadStatus(record, fullCheck))) return null;
  if (isElectric(record)) {
    return 'No register holds the state of its battery: ask the seller for a battery health report before you pay.';
  }
  const { zones } = cleanAir(record, fullCheck, today);
  const named = (state: 'charged' | 'not-allowed') =>
    zones.filter((zone) => zone.state === state && !chargesAll.test(zone.name));
  const [charging, closed] = [named('charged'), named('not-allowed')];
  if (charging.length + closed.length === 0) return null;
  const isSure = [...charging, ...closed].every(({ certainty }) => certainty === 'given');
  const probably = isSure ? '' : 'probably ';
  const places = (those: typeof zones) => formatEnumeration(those.map(({ name }) => name));
  const parts = [
    ...(charging.length === 0 ? [] : [`${places(charging)} ${probably}charge it for each day`]),
    ...(closed.length === 0 ? [] : [`it may ${probably}not be driven in the zones of ${places(closed)}`]),
  ];
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

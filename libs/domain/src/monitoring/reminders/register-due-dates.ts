import { motState } from '../../vehicle/mot/mot-state.ts';
import { offRoadStatusOf, type OffRoadMarkers, markedByUkvd } from '../../vehicle/record/off-road.ts';
import type { SourceName, UnavailableReason, VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { recordTax } from '../../vehicle/tax/record-tax.ts';

/**
 * What the registers say of a date. `dated`: it falls due then. `none`: nothing does, and why. `silent`: nobody who would
 * know has answered, so what was known stays.
 */
export type RegisterDue =
  | { state: 'dated'; on: IsoDate; source: SourceName; at: IsoInstant }
  | { state: 'none'; why: 'sorn' | 'exported' | 'scrapped' | 'exempt' | 'not-held'; source: SourceName; at: IsoInstant }
  | { state: 'silent'; why: UnavailableReason };

/**
 * When tax and MOT fall due by a record read today. Nothing is due for a vehicle that is scrapped, exported or marked for
 * export; no tax for one off the road (SORN), whose MOT is due all the same once it is driven. A vehicle that is taxed
 * after its date has a new one that DVLA does not give yet. `before`: what the registers said of leaving the road before,
 * which stands where the record is silent.
 */
export const registerDueDates = (
  record: VehicleRecord,
  today: IsoDate,
  before: Partial<OffRoadMarkers> = {},
): { tax: RegisterDue; mot: RegisterDue } => {
  const gone = offRoadDue(record, before);
  return gone === null ? { tax: taxDue(record, today), mot: motDue(record, today) } : { tax: gone, mot: gone };
};

const offRoadDue = (record: VehicleRecord, before: Partial<OffRoadMarkers>): RegisterDue | null => {
  const { licensing, specification } = record;
  const ukvd = specification.state === 'found' ? markedByUkvd(specification.data) : null;
  const markedForExport = licensing.state === 'found' ? licensing.data.markedForExport : null;
  const departure = offRoadStatusOf({
    scrapped: ukvd?.scrapped ?? before.scrapped ?? null,
    exported: ukvd?.exported ?? before.exported ?? null,
    markedForExport: markedForExport ?? before.markedForExport ?? null,
  });
  if (departure === 'neither') return null;
  if (departure === 'marked-for-export' && licensing.state === 'unavailable') {
    return { state: 'silent', why: licensing.reason };
  }
  // It stands as of the newest answer: one that does not know of it, as DVLA of scrapping, denies nothing.
  const at = [licensing, specification].flatMap((section) => (section.state === 'found' ? [section.at] : []));
  return {
    state: 'none',
    why: departure === 'scrapped' ? 'scrapped' : 'exported',
    source: departure === 'marked-for-export' ? licensing.source : specification.source,
    at: at.toSorted().at(-1) ?? record.fetchedAt,
  };
};

const taxDue = (record: VehicleRecord, today: IsoDate): RegisterDue => {
  const { licensing } = record;
  if (licensing.state === 'unavailable') return { state: 'silent', why: licensing.reason };
  const { state, dueDate, source, at } = recordTax(record, today);
  const by = { source: source ?? licensing.source, at: at ?? licensing.at };
  if (state === 'sorn') return { state: 'none', why: 'sorn', ...by };
  if (dueDate === null || (state === 'valid' && dueDate < today)) return { state: 'none', why: 'not-held', ...by };
  return { state: 'dated', on: dueDate, ...by };
};

const motDue = (record: VehicleRecord, today: IsoDate): RegisterDue => {
  const { licensing, testing } = record;
  const { state, expiryDate, source, at } = motState(record, today);
  const by = { source: source ?? testing.source, at: at ?? testing.at };
  // DVLA learns of a test later than DVSA, which holds it: its date alone would call a tested car overdue.
  if (testing.state === 'unavailable' && !(expiryDate !== null && expiryDate >= today)) {
    return { state: 'silent', why: testing.reason };
  }
  if (state === 'exempt') return { state: 'none', why: 'exempt', ...by };
  if (expiryDate !== null) return { state: 'dated', on: expiryDate, ...by };
  if (testing.state === 'not-held' && licensing.state === 'unavailable') {
    return { state: 'silent', why: licensing.reason };
  }
  return { state: 'none', why: 'not-held', ...by };
};

/** Whether the car has left the road for good, as the registers' reasons for its dates say; null when it has not. */
export const offRoadReason = (dues: readonly { why: string | null }[]): 'scrapped' | 'exported' | null => {
  const said = (why: string) => dues.some((due) => due.why === why);
  return said('scrapped') ? 'scrapped' : said('exported') ? 'exported' : null;
};

/** Of a car that has left the road, which register said so last. */
export interface OffRoad {
  why: 'scrapped' | 'exported';
  source: SourceName;
}

/**
 * What the registers said of leaving the road before: what a car's dates say, and what is `known` to a look, which also
 * knows what its dates have no room for, as of a car that was exported before it was scrapped.
 */
export const markersBefore = (gone: OffRoad | null, known: Partial<OffRoadMarkers>): Partial<OffRoadMarkers> => {
  if (gone === null) return known;
  if (gone.source === 'DVLA') return { ...known, markedForExport: true };
  return gone.why === 'scrapped' ? { ...known, scrapped: true } : { ...known, exported: true };
};

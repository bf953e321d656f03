import { motState } from '../../vehicle/mot/mot-state.ts';
import { offRoadStatusOf, type OffRoadMarkers, ukvdOffRoadMarkers } from '../../vehicle/record/off-road.ts';
import type { SourceName, UnavailableReason, VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { taxOfRecord } from '../../vehicle/tax/tax-of-record.ts';

/**
 * A due date by the registers. `dated`: it is due then. `none`: nothing is due, with the reason. `silent`: no register
 * that would know has responded, so the known date is kept.
 */
export type RegisterDueDate =
  | { state: 'dated'; on: IsoDate; source: SourceName; at: IsoInstant }
  | { state: 'none'; why: 'sorn' | 'exported' | 'scrapped' | 'exempt' | 'not-held'; source: SourceName; at: IsoInstant }
  | { state: 'silent'; why: UnavailableReason };

/**
 * The due dates of tax and MOT by a record read today. Nothing is due for a vehicle that is scrapped, exported or
 * marked for export; no tax for one with a SORN, whose MOT is still due once it is driven. A vehicle that is taxed
 * after its date has a new date that DVLA does not report yet. `before`: the off-road markers known before, which apply
 * if the record has none.
 */
export const registerDueDates = (
  record: VehicleRecord,
  today: IsoDate,
  before: Partial<OffRoadMarkers> = {},
): { tax: RegisterDueDate; mot: RegisterDueDate } => {
  const offRoad = offRoadDue(record, before);
  return offRoad === null ? { tax: taxDue(record, today), mot: motDue(record, today) } : { tax: offRoad, mot: offRoad };
};

const offRoadDue = (record: VehicleRecord, before: Partial<OffRoadMarkers>): RegisterDueDate | null => {
  const { licensing, specification } = record;
  const ukvd = specification.state === 'found' ? ukvdOffRoadMarkers(specification.data) : null;
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
  // The time is that of the newest response: a register without the entry, as DVLA for scrapping, does not deny it.
  const at = [licensing, specification].flatMap((section) => (section.state === 'found' ? [section.at] : []));
  return {
    state: 'none',
    why: departure === 'scrapped' ? 'scrapped' : 'exported',
    source: departure === 'marked-for-export' ? licensing.source : specification.source,
    at: at.toSorted().at(-1) ?? record.fetchedAt,
  };
};

const taxDue = (record: VehicleRecord, today: IsoDate): RegisterDueDate => {
  const { licensing } = record;
  if (licensing.state === 'unavailable') return { state: 'silent', why: licensing.reason };
  const { state, dueDate, source, at } = taxOfRecord(record, today);
  const by = { source: source ?? licensing.source, at: at ?? licensing.at };
  if (state === 'sorn') return { state: 'none', why: 'sorn', ...by };
  if (dueDate === null || (state === 'valid' && dueDate < today)) return { state: 'none', why: 'not-held', ...by };
  return { state: 'dated', on: dueDate, ...by };
};

const motDue = (record: VehicleRecord, today: IsoDate): RegisterDueDate => {
  const { licensing, testing } = record;
  const { state, expiryDate, source, at } = motState(record, today);
  const by = { source: source ?? testing.source, at: at ?? testing.at };
  // DVLA learns of a test later than DVSA, which stores it: by DVLA's date alone a tested car would be overdue.
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

/** Whether the car is permanently off the road, by the registers' reasons for its dates; null if it is not. */
export const permanentOffRoadReason = (noDateReasons: readonly (string | null)[]): 'scrapped' | 'exported' | null =>
  noDateReasons.includes('scrapped') ? 'scrapped' : noDateReasons.includes('exported') ? 'exported' : null;

/** The off-road status of a car, and the register that reported it last. */
export interface ReportedOffRoadStatus {
  why: 'scrapped' | 'exported';
  source: SourceName;
}

/**
 * The off-road markers known before: from the car's dates, and from the `known` state of a check, which also has what
 * the dates cannot express, such as a car that was exported before it was scrapped.
 */
export const previousOffRoadMarkers = (
  offRoad: ReportedOffRoadStatus | null,
  known: Partial<OffRoadMarkers>,
): Partial<OffRoadMarkers> => {
  if (offRoad === null) return known;
  if (offRoad.source === 'DVLA') return { ...known, markedForExport: true };
  return offRoad.why === 'scrapped' ? { ...known, scrapped: true } : { ...known, exported: true };
};

/** The kinds of due dates that the registers hold. */
export const registerDueDateKinds = ['tax', 'mot'] as const;
export type RegisterDueDateKind = (typeof registerDueDateKinds)[number];

const aDayMs = 86_400_000;

/** When the due dates of a car are read that no monitor check has read. */
export const dueDateRefresh = {
  /** The age at which a date is read again: a day more than the interval of the monitor checks that read it. */
  staleMs: { tax: 8 * aDayMs, mot: 29 * aDayMs } satisfies Record<RegisterDueDateKind, number>,
  /** How long a car that was to be read is left alone. */
  retryMs: 3_600_000,
} as const;

/** Whether a stored record's due date can be used as if it were read now: the register responded, and not too long ago. */
export const isFreshDueDate = (
  due: RegisterDueDate,
  { kind, now }: { kind: RegisterDueDateKind; now: Date },
): due is Exclude<RegisterDueDate, { state: 'silent' }> =>
  due.state !== 'silent' && Date.parse(due.at) >= now.getTime() - dueDateRefresh.staleMs[kind];

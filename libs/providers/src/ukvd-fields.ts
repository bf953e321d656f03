import type { IdentityInspection, PlateChange } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { FieldReader } from './platform/field-reader.ts';

/** Converts zero, which the source sends for missing measurements, to null. */
export const zeroToNull = (value: number | null): number | null => (value === 0 ? null : value);

/**
 * The last five characters of the VIN. The full VIN is not passed on: without a licence for it the source sends
 * LICENSE_RESTRICTED, whose own last five letters end up in `VinLast5` of some records.
 */
export function readLastFiveOfVin(registration: FieldReader): string | null {
  const lastFive = registration.text('VinLast5')?.toUpperCase();
  if (lastFive && /^[A-Z0-9]{5}$/.test(lastFive) && lastFive !== 'ICTED') return lastFive;
  const full = registration.text('Vin')?.toUpperCase();
  return full && /^[A-Z0-9]{5,20}$/.test(full) ? full.slice(-5) : null;
}

/** Newest first; entries without a date come last. */
export const sortNewestFirst = <T extends { date: IsoDate | null }>(changes: T[]): T[] =>
  changes.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));

/**
 * The count, or the number of listed records if that is larger. Null where the source gives no count: an empty list may
 * only mean that no details are given.
 */
export const largerOfCountAndListed = (count: number | null, records: readonly unknown[]): number | null =>
  records.length === 0 ? count : Math.max(count ?? 0, records.length);

export const identityInspectionResult = (word: string): IdentityInspection['result'] => {
  if (/^pass/i.test(word)) return 'PASS';
  return /^fail/i.test(word) ? 'FAIL' : null;
};

/** The changes of registration, in the source's order. */
export function toPlateChanges(history: FieldReader): { plateChangeCount: number | null; plateChanges: PlateChange[] } {
  const plateChanges = (history.list('PlateChangeList') ?? []).map((change): PlateChange => ({
    currentRegistration: change.text('CurrentVRM'),
    previousRegistration: change.text('PreviousVRM'),
    date: change.day('DateOfReceipt') ?? change.day('DateOfTransaction'),
  }));
  return {
    plateChangeCount: largerOfCountAndListed(history.whole('PlateChangeCount', 0, 1_000), plateChanges),
    plateChanges,
  };
}

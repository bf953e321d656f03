import type { FullCheck } from './full-check.ts';
import { scrapMarker, isActive } from './off-road.ts';
import { type SourcedValue, sourcedValue, sourcedTwice } from './sourced-values.ts';
import type { VehicleRecord } from './vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** What one answer says of scrapping, export or import. A date is an entry too, whatever its marker says. */
export interface Mark {
  yes: boolean;
  date: IsoDate | null;
  /** The marker itself; null where the answer has a date and does not say whether the entry stands. */
  marker: boolean | null;
  /** What else a yes says: `certificate of destruction issued`. */
  notes: (string | null)[];
}

/** Null where neither a marker nor a date is there. */
function mark(marker: boolean | null, date: IsoDate | null, ...notes: (string | null)[]): Mark | null {
  return marker === null && date === null ? null : { yes: marker === true || date !== null, date, marker, notes };
}

/**
 * Whether it counts as scrapped. A certificate of destruction says so, whatever the marker says; a date whose marker says
 * no is a scrapping that was withdrawn (`withdrawnMarks`).
 */
export function scrapMarks(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<Mark>[] {
  return scrapEntries(record, fullCheck).map(({ value, ...by }) => ({
    ...by,
    value: value === null ? null : { ...value, yes: isActive(value.marker, value.date) === true },
  }));
}

/** A date of scrapping that is no longer marked as scrapped: no source has a field for it. */
export function withdrawnMarks(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<Mark>[] {
  return scrapEntries(record, fullCheck).map(({ value, ...by }) => ({
    ...by,
    value: value?.marker == null ? null : { ...value, yes: value.date !== null },
  }));
}

function scrapEntries(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<Mark>[] {
  const entry = (scrapped: boolean | null, certificate: boolean | null, date: IsoDate | null) =>
    mark(scrapMarker(scrapped, certificate), date, certificate === true ? 'certificate of destruction issued' : null);
  return sourcedTwice(
    record,
    fullCheck,
    (data) => entry(data.scrapped, data.certificateOfDestruction, data.dateScrapped),
    (data) => entry(data.scrapped, data.certificateOfDestruction, data.scrapDate),
  );
}

/** An export that is on record, whether or not it is marked as exported now. */
export function exportMarks(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<Mark>[] {
  const entry = (exported: boolean | null, date: IsoDate | null) =>
    mark(exported, date, exported === false ? 'no longer marked so' : null);
  return sourcedTwice(
    record,
    fullCheck,
    (data) => entry(data.exported, data.dateExported),
    (data) => entry(data.exported, data.exportDate),
  );
}

/** DVLA's marker is set for an export to come: none does not deny one that was recorded. */
export function exportMarker({ licensing }: VehicleRecord): SourcedValue<Mark> {
  return sourcedValue(licensing, (data) => mark(data.markedForExport, null));
}

/** An import that is on record; one from outside the EU is one, whatever the marker says. */
export function importMarks(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<Mark>[] {
  const outside = (flag: boolean | null) => (flag === true ? 'from outside the EU' : null);
  return sourcedTwice(
    record,
    fullCheck,
    (data) => mark(data.importedFromOutsideEu === true || data.imported, null, outside(data.importedFromOutsideEu)),
    (data) =>
      mark(
        data.importedFromOutsideEu === true || data.imported,
        data.importDate,
        outside(data.importedFromOutsideEu) ?? (data.imported === false ? 'not marked as imported' : null),
        data.usedBeforeImport === true ? 'used abroad before' : null,
      ),
  );
}

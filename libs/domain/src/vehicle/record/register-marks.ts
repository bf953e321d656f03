import type { FullCheck } from './full-check.ts';
import { scrapMarkerOf, isMarkerActive } from './off-road.ts';
import { type SourcedValue, sourcedValue, recordAndCheckValues } from './sourced-values.ts';
import type { VehicleRecord } from './vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** A scrapping, export or import in one response. A date counts as an entry too, regardless of its marker. */
export interface RegisterMarker {
  yes: boolean;
  date: IsoDate | null;
  /** The marker itself; null if the response has a date without a marker. */
  marker: boolean | null;
  /** Details of a yes: `certificate of destruction issued`. */
  notes: (string | null)[];
}

/** Null if there is neither a marker nor a date. */
function mark(marker: boolean | null, date: IsoDate | null, ...notes: (string | null)[]): RegisterMarker | null {
  return marker === null && date === null ? null : { yes: marker === true || date !== null, date, marker, notes };
}

/**
 * The scrapping markers. A certificate of destruction counts as scrapped, regardless of the marker; a date whose marker
 * is false is a withdrawn scrapping (`withdrawnScrapMarkers`).
 */
export function scrapMarkers(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<RegisterMarker>[] {
  return scrapEntries(record, fullCheck).map(({ value, ...by }) => ({
    ...by,
    value: value === null ? null : { ...value, yes: isMarkerActive(value.marker, value.date) === true },
  }));
}

/** Scrapping dates that are no longer marked as scrapped; no source has a field for this. */
export function withdrawnScrapMarkers(
  record: VehicleRecord,
  fullCheck: FullCheck | null,
): SourcedValue<RegisterMarker>[] {
  return scrapEntries(record, fullCheck).map(({ value, ...by }) => ({
    ...by,
    value: value?.marker == null ? null : { ...value, yes: value.date !== null },
  }));
}

function scrapEntries(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<RegisterMarker>[] {
  const entry = (scrapped: boolean | null, certificate: boolean | null, date: IsoDate | null) =>
    mark(scrapMarkerOf(scrapped, certificate), date, certificate === true ? 'certificate of destruction issued' : null);
  return recordAndCheckValues(
    { record, fullCheck },
    (data) => entry(data.scrapped, data.certificateOfDestruction, data.dateScrapped),
    (data) => entry(data.scrapped, data.certificateOfDestruction, data.scrapDate),
  );
}

/** A recorded export, even if it is not marked as exported now. */
export function exportMarkers(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<RegisterMarker>[] {
  const entry = (exported: boolean | null, date: IsoDate | null) =>
    mark(exported, date, exported === false ? 'no longer marked so' : null);
  return recordAndCheckValues(
    { record, fullCheck },
    (data) => entry(data.exported, data.dateExported),
    (data) => entry(data.exported, data.exportDate),
  );
}

/** DVLA's marker announces a future export: its absence does not deny a recorded one. */
export function plannedExportMarker({ licensing }: VehicleRecord): SourcedValue<RegisterMarker> {
  return sourcedValue(licensing, (data) => mark(data.markedForExport, null));
}

/** A recorded import; an import from outside the EU counts, regardless of the marker. */
export function importMarkers(record: VehicleRecord, fullCheck: FullCheck | null): SourcedValue<RegisterMarker>[] {
  const outside = (flag: boolean | null) => (flag === true ? 'from outside the EU' : null);
  return recordAndCheckValues(
    { record, fullCheck },
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

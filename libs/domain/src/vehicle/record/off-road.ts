import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** The off-road status of a vehicle: scrapped, exported or marked for export, by the registers. */
export type OffRoadStatus = 'scrapped' | 'exported' | 'marked-for-export' | 'neither';

/** The registers' markers for the off-road status. Null: no entry, which does not revoke an earlier one. */
export interface OffRoadMarkers {
  scrapped: boolean | null;
  exported: boolean | null;
  markedForExport: boolean | null;
}

/** A certificate of destruction counts as scrapped, regardless of the marker. */
export const scrapMarkerOf = (scrapped: boolean | null, certificateOfDestruction: boolean | null): boolean | null =>
  certificateOfDestruction === true || scrapped;

/**
 * Whether an entry with this marker and date is in force. A date without a marker is; one whose marker is false was
 * withdrawn. Null: there is neither.
 */
export const isMarkerActive = (marker: boolean | null, date: IsoDate | null): boolean | null =>
  marker ?? (date === null ? null : true);

/** The relevant part of a response of UK Vehicle Data. */
export interface UkvdOffRoadEntries {
  scrapped?: boolean | null;
  dateScrapped?: IsoDate | null;
  certificateOfDestruction?: boolean | null;
  exported?: boolean | null;
  dateExported?: IsoDate | null;
}

/** The off-road markers in a response of UK Vehicle Data. */
export const ukvdOffRoadMarkers = (answer: UkvdOffRoadEntries): Pick<OffRoadMarkers, 'scrapped' | 'exported'> => ({
  scrapped: isMarkerActive(
    scrapMarkerOf(answer.scrapped ?? null, answer.certificateOfDestruction ?? null),
    answer.dateScrapped ?? null,
  ),
  exported: isMarkerActive(answer.exported ?? null, answer.dateExported ?? null),
});

/** The most severe status: a scrapped vehicle cannot be exported, and DVLA's marker announces a future export. */
export const offRoadStatusOf = ({ scrapped, exported, markedForExport }: Partial<OffRoadMarkers>): OffRoadStatus => {
  if (scrapped) return 'scrapped';
  if (exported) return 'exported';
  return markedForExport ? 'marked-for-export' : 'neither';
};

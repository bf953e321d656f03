import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** Whether a vehicle has left the road for good, by what the registers say of it. */
export type OffRoadStatus = 'scrapped' | 'exported' | 'marked-for-export' | 'neither';

/** What is said of a vehicle's leaving the road. Null: nothing is said, which takes nothing back. */
export interface OffRoadMarkers {
  scrapped: boolean | null;
  exported: boolean | null;
  markedForExport: boolean | null;
}

/** A certificate of destruction says so, whatever the marker does. */
export const scrapMarker = (scrapped: boolean | null, certificateOfDestruction: boolean | null): boolean | null =>
  certificateOfDestruction === true || scrapped;

/**
 * Whether an entry with this marker and date stands. A date without a marker is an entry; one whose marker says no was
 * withdrawn. Null: there is neither.
 */
export const isActive = (marker: boolean | null, date: IsoDate | null): boolean | null =>
  marker ?? (date === null ? null : true);

/** Of one answer of UK Vehicle Data what counts; absent in answers that an earlier release has shared. */
export interface UkvdEntries {
  scrapped?: boolean | null;
  dateScrapped?: IsoDate | null;
  certificateOfDestruction?: boolean | null;
  exported?: boolean | null;
  dateExported?: IsoDate | null;
}

/** What one answer of UK Vehicle Data says of leaving the road. */
export const markedByUkvd = (answer: UkvdEntries): Pick<OffRoadMarkers, 'scrapped' | 'exported'> => ({
  scrapped: isActive(
    scrapMarker(answer.scrapped ?? null, answer.certificateOfDestruction ?? null),
    answer.dateScrapped ?? null,
  ),
  exported: isActive(answer.exported ?? null, answer.dateExported ?? null),
});

/** The worst that is said: a vehicle that is scrapped goes nowhere, and DVLA's marker is set for an export to come. */
export const offRoadStatusOf = ({ scrapped, exported, markedForExport }: Partial<OffRoadMarkers>): OffRoadStatus => {
  if (scrapped) return 'scrapped';
  if (exported) return 'exported';
  return markedForExport ? 'marked-for-export' : 'neither';
};

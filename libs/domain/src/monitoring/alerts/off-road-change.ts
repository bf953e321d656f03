import { type OffRoadStatus, offRoadStatusOf, type OffRoadMarkers } from '../../vehicle/record/off-road.ts';

/** The known markers of DVLA; null: never reported; absent in rows of earlier releases. */
export type DvlaOffRoadMarkers = Partial<Pick<OffRoadMarkers, 'markedForExport'>>;

/** The known entries of UK Vehicle Data; null: never reported; absent in rows of earlier releases. */
export type UkvdOffRoadMarkers = Partial<Pick<OffRoadMarkers, 'scrapped' | 'exported'>>;

/** Null: the register was not read yet. */
export interface LastKnownOffRoadStatus {
  licensing: DvlaOffRoadMarkers | null;
  specification: UkvdOffRoadMarkers | null;
}

const knownOffRoadStatus = ({ licensing, specification }: LastKnownOffRoadStatus): OffRoadStatus =>
  offRoadStatusOf({ ...licensing, ...specification });

/** DVLA's marker and the entry that follows it concern the same export. */
const asOneExport = (departure: OffRoadStatus): OffRoadStatus =>
  departure === 'marked-for-export' ? 'exported' : departure;

/**
 * The new off-road status after one register has responded: the combined status of both, if it differs from the one
 * before; null if not. An entry of one register is therefore not reported again when the other repeats it, and is
 * removed only once neither has it.
 */
export const offRoadStatusChange = (
  before: LastKnownOffRoadStatus,
  after: LastKnownOffRoadStatus,
): OffRoadStatus | null => {
  const departure = knownOffRoadStatus(after);
  return asOneExport(departure) === asOneExport(knownOffRoadStatus(before)) ? null : departure;
};

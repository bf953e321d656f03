import { type OffRoadStatus, offRoadStatusOf, type OffRoadMarkers } from '../../vehicle/record/off-road.ts';

/** What DVLA is known to say; null: it never said, absent: in rows of earlier releases. */
export type KnownToDvla = Partial<Pick<OffRoadMarkers, 'markedForExport'>>;

/** What UK Vehicle Data is known to say, likewise. */
export type KnownToUkvd = Partial<Pick<OffRoadMarkers, 'scrapped' | 'exported'>>;

/** Null: the register was not asked yet. */
export interface KnownOffRoadStatus {
  licensing: KnownToDvla | null;
  specification: KnownToUkvd | null;
}

const knownOffRoadStatus = ({ licensing, specification }: KnownOffRoadStatus): OffRoadStatus =>
  offRoadStatusOf({ ...licensing, ...specification });

/** DVLA's marker and the entry that follows it are of one export. */
const asOneExport = (departure: OffRoadStatus): OffRoadStatus =>
  departure === 'marked-for-export' ? 'exported' : departure;

/**
 * The news of a car's scrapping or export when one register has answered: what both together say now, where that is
 * another thing than before; null: none. So what one has said is no news when the other says it, and is taken back once
 * neither says it.
 */
export const offRoadChange = (before: KnownOffRoadStatus, after: KnownOffRoadStatus): OffRoadStatus | null => {
  const departure = knownOffRoadStatus(after);
  return asOneExport(departure) === asOneExport(knownOffRoadStatus(before)) ? null : departure;
};

import { type Departure, departureOf, type LeavingRoad } from '../../vehicle/record/leaving-road.ts';

/** What DVLA is known to say; null: it never said, absent: in rows of earlier releases. */
export type KnownToDvla = Partial<Pick<LeavingRoad, 'markedForExport'>>;

/** What UK Vehicle Data is known to say, likewise. */
export type KnownToUkvd = Partial<Pick<LeavingRoad, 'scrapped' | 'exported'>>;

/** Null: the register was not asked yet. */
export interface KnownDeparture {
  licensing: KnownToDvla | null;
  specification: KnownToUkvd | null;
}

const knownDeparture = ({ licensing, specification }: KnownDeparture): Departure =>
  departureOf({ ...licensing, ...specification });

/** DVLA's marker and the entry that follows it are of one export. */
const asOneExport = (departure: Departure): Departure => (departure === 'marked-for-export' ? 'exported' : departure);

/**
 * The news of a car's scrapping or export when one register has answered: what both together say now, where that is
 * another thing than before; null: none. So what one has said is no news when the other says it, and is taken back once
 * neither says it.
 */
export const departureNews = (before: KnownDeparture, after: KnownDeparture): Departure | null => {
  const departure = knownDeparture(after);
  return asOneExport(departure) === asOneExport(knownDeparture(before)) ? null : departure;
};

import type { Departure } from './alert.ts';

/** What DVLA is known to say; null: it never said, absent: in rows of earlier releases. */
export interface KnownToDvla {
  markedForExport?: boolean | null;
}

/** What UK Vehicle Data is known to say, likewise. */
export interface KnownToUkvd {
  scrapped?: boolean | null;
  exported?: boolean | null;
}

/** Null: the register was not asked yet. */
export interface KnownDeparture {
  licensing: KnownToDvla | null;
  specification: KnownToUkvd | null;
}

const departureOf = ({ licensing, specification }: KnownDeparture): Departure => {
  if (specification?.scrapped) return 'scrapped';
  if (specification?.exported) return 'exported';
  return licensing?.markedForExport ? 'marked-for-export' : 'neither';
};

/** DVLA's marker and the entry that follows it are of one export. */
const told = (departure: Departure): Departure => (departure === 'marked-for-export' ? 'exported' : departure);

/**
 * What is told of a car's scrapping or export when one register has answered: what both together say now, where that is
 * another thing than before; null: nothing. So what one has said is not told again by the other, and is taken back once
 * neither says it.
 */
export const departureNews = (before: KnownDeparture, after: KnownDeparture): Departure | null => {
  const departure = departureOf(after);
  return told(departure) === told(departureOf(before)) ? null : departure;
};

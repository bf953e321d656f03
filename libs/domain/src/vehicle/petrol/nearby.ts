import { milesBetween, type Place } from './distance.ts';

/** A station's price for one fuel. */
export interface PricedStation extends Place {
  id: string;
  /** Tenths of a penny a litre. */
  tenths: number;
  closed: boolean;
}

const anHour = 3_600_000;

/** Prices that were last read longer ago than this are not shown at all: nobody should drive for them. */
export const priceMaxAgeMs = 48 * anHour;

/** A price that its retailer last reported longer ago than this is left out; one that changes is reported at once. */
export const priceReportMaxAgeMs = 30 * 24 * anHour;

/** The open stations within `miles`, each with its distance, cheapest or nearest first, at most `limit`. */
export function nearby<S extends PricedStation>(
  stations: readonly S[],
  from: Place,
  { miles, order, limit }: { miles: number; order: 'price' | 'distance'; limit: number },
): (S & { milesTenths: number })[] {
  return stations
    .filter(({ closed }) => !closed)
    .map((station) => ({ station, away: milesBetween(from, station) }))
    .filter(({ away }) => away <= miles)
    .toSorted((a, b) => {
      const byPrice = a.station.tenths - b.station.tenths;
      const byDistance = a.away - b.away;
      const ties = a.station.id.localeCompare(b.station.id);
      return order === 'price' ? byPrice || byDistance || ties : byDistance || byPrice || ties;
    })
    .slice(0, limit)
    .map(({ station, away }) => ({ ...station, milesTenths: Math.round(away * 10) }));
}

import { milesBetween, type GeoPoint } from './distance.ts';

/** A station's price for one fuel. */
export interface PricedStation extends GeoPoint {
  id: string;
  /** Tenths of a penny per litre. */
  tenths: number;
  closed: boolean;
}

const anHour = 3_600_000;

/**
 * Maximum age in milliseconds of data from Fuel Finder that is shown: no one should drive somewhere because of older
 * prices.
 */
export const petrolPriceMaxAgeMs = 48 * anHour;

/** Maximum age in milliseconds of a retailer's report; changed prices are reported immediately. */
export const petrolPriceReportMaxAgeMs = 30 * 24 * anHour;

/** The open stations within `miles`, each with its distance, cheapest or nearest first, at most `limit`. */
export function nearbyFuelStations<S extends PricedStation>(
  stations: readonly S[],
  from: GeoPoint,
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

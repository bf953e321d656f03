import { addDays, daysBetween, londonDayOf } from '../dates.ts';
import { postcodeDistricts, type PostcodeDistrict } from '../ideal-postcodes/areas.data.ts';
import { seededNumber } from '../seeded-values.ts';

/** A station in Fuel Finder's format. */
export interface FuelFinderStation {
  node_id: string;
  trading_name: string;
  brand_name: string;
  is_same_trading_and_brand_name: boolean;
  is_motorway_service_station: boolean;
  is_supermarket_service_station: boolean;
  public_phone_number: string | null;
  temporary_closure: boolean;
  permanent_closure: boolean | null;
  permanent_closure_date: string | null;
  location: {
    address_line_1: string;
    address_line_2: string;
    city: string;
    county: string;
    country: string;
    postcode: string;
    latitude: number;
    longitude: number;
  };
  opening_times: object;
  amenities: string[];
  fuel_types: string[];
}

export interface FuelFinderPrices {
  node_id: string;
  trading_name: string;
  public_phone_number: string | null;
  fuel_prices: {
    fuel_type: string;
    price: number;
    price_last_updated: string;
    price_change_effective_timestamp: string;
  }[];
}

const brands = ['Kestrel', 'Northway', 'Harbour Fuels', 'Pennine', 'Rowan Oil', 'Beacon'];
const supermarkets = ['Hartley’s', 'Fairmart', 'Goodbasket'];

/** Enough for more than one batch of five hundred. */
const perArea = 75;

const fuelsOf = (id: string): string[] => {
  const every = ['E10', 'B7_STANDARD'];
  if (seededNumber(`${id}/super`, 10) < 8) every.push('E5');
  if (seededNumber(`${id}/premium`, 10) < 5) every.push('B7_PREMIUM');
  if (seededNumber(`${id}/hvo`, 25) === 0) every.push('HVO');
  return every;
};

function stationAt(area: PostcodeDistrict, place: number): FuelFinderStation {
  const id = `sandbox-${area.outward.toLowerCase()}-${place}`;
  // Denser near the middle; the farthest is some twenty miles away.
  const miles = 20 * (seededNumber(`${id}/far`, 1_000) / 1_000) ** 1.6;
  const angle = (seededNumber(`${id}/way`, 360) * Math.PI) / 180;
  const isSupermarket = seededNumber(`${id}/kind`, 10) < 3;
  const names = isSupermarket ? supermarkets : brands;
  const brand = names[seededNumber(`${id}/brand`, names.length)] ?? '';
  const street = area.streets[seededNumber(`${id}/street`, area.streets.length)] ?? '';
  const letters = 'ABDEFGHJLN';
  const inward = `${seededNumber(`${id}/inward`, 9) + 1}${letters.charAt(seededNumber(`${id}/a`, 10))}${letters.charAt(seededNumber(`${id}/b`, 10))}`;
  const isClosed = place === 73;
  return {
    node_id: id,
    trading_name: `${brand} ${street}`.toUpperCase(),
    brand_name: brand,
    is_same_trading_and_brand_name: false,
    is_motorway_service_station: seededNumber(`${id}/motorway`, 30) === 0,
    is_supermarket_service_station: isSupermarket,
    public_phone_number: null,
    temporary_closure: place === 74,
    permanent_closure: isClosed ? true : null,
    permanent_closure_date: isClosed ? '2026-03-31' : null,
    location: {
      address_line_1: `${1 + seededNumber(`${id}/number`, 240)} ${street}`,
      address_line_2: '',
      city: area.postTown,
      county: area.county,
      country: area.country,
      postcode: `${area.outward} ${inward}`,
      latitude: Number((area.latitude + (miles * Math.cos(angle)) / 69.09).toFixed(6)),
      longitude: Number(
        (area.longitude + (miles * Math.sin(angle)) / (69.17 * Math.cos((area.latitude * Math.PI) / 180))).toFixed(6),
      ),
    },
    opening_times: { usual_days: {}, bank_holiday: { standard: {} } },
    amenities: isSupermarket ? ['air_pump_or_screenwash', 'customer_toilets'] : [],
    fuel_types: fuelsOf(id),
  };
}

/** All stations, around the middle of each postcode district that the sandbox has addresses in. */
export const sandboxFuelStations: readonly FuelFinderStation[] = postcodeDistricts
  .filter(({ outward }) => outward !== 'ID1')
  .flatMap((area) => Array.from({ length: perArea + 10 }, (_, place) => stationAt(area, place)));

const base: Readonly<Record<string, number>> = { E10: 136, E5: 148, B7_STANDARD: 143, B7_PREMIUM: 158, HVO: 189 };

/** The national price varies by 5p in a period of eight weeks. */
const wave = (day: string): number => 5 * Math.sin((2 * Math.PI * daysBetween('2026-01-01', day)) / 56);

/** The day of the last price change before or on a day: each station changes its prices every third day. */
function changedOn(id: string, today: string): string {
  const since = (daysBetween('2026-01-01', today) + seededNumber(`${id}/turn`, 3)) % 3;
  return addDays(today, -(((since % 3) + 3) % 3));
}

/** The price as sent: a few retailers send pounds, and one always sends zero, as real ones do. */
const asSent = (place: number, pence: number): number => (place === 7 ? pence / 100 : place === 11 ? 0 : pence);

/** The prices of a station at an instant; they change at six in the morning, UTC. */
export function fuelPricesOfStation(station: FuelFinderStation, now: Date): FuelFinderPrices {
  const begun = now.getUTCHours() >= 6 ? 0 : -1;
  const day = changedOn(station.node_id, addDays(londonDayOf(now), begun));
  const at = `${day}T06:00:00.000Z`;
  const place = Number(station.node_id.split('-').at(-1));
  return {
    node_id: station.node_id,
    trading_name: station.trading_name,
    public_phone_number: station.public_phone_number,
    fuel_prices: station.fuel_types.map((fuel_type) => {
      const spread =
        seededNumber(`${station.node_id}/${fuel_type}`, 80) / 10 - (station.is_supermarket_service_station ? 2 : 0);
      const motorway = station.is_motorway_service_station ? 20 : 0;
      const pence = Math.round(((base[fuel_type] ?? 150) + spread + motorway + wave(day)) * 10) / 10;
      return {
        fuel_type,
        price: Number(asSent(place, pence).toFixed(3)),
        price_last_updated: at,
        price_change_effective_timestamp: at,
      };
    }),
  };
}

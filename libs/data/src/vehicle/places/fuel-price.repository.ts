import type { EntityManager } from '@mikro-orm/postgresql';
import type { BoundingBox } from '@ve/domain/vehicle/petrol/distance';
import type { FetchedFuelPrice, FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';
import type { PumpFuel } from '@ve/domain/vehicle/petrol/fuel';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

const batch = 1_000;

async function inBatches<T>(all: readonly T[], store: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += batch) await store(all.slice(from, from + batch));
}

/** Deletes all stations and prices, before all are stored again in the same transaction. */
export const clearFuelStations = async (em: EntityManager): Promise<void> => {
  await tables(em).deleteFrom('fuel_stations').execute();
};

export const countFuelStations = async (em: EntityManager): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('fuel_stations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Stores stations, the last of several with one id; deletes permanently closed ones, with their prices. */
export const storeFuelStations = async (em: EntityManager, stations: readonly FetchedFuelStation[]): Promise<void> => {
  const byId = [...new Map(stations.map((station) => [station.id, station])).values()];
  const closedIds = byId.filter(({ state }) => state === 'gone').map(({ id }) => id);
  await inBatches(closedIds, (ids) => tables(em).deleteFrom('fuel_stations').where('nodeId', 'in', ids).execute());
  await inBatches(
    byId.filter(({ state }) => state !== 'gone'),
    (some) => {
      const rows = some.map(({ id, state, ...station }) => ({
        ...station,
        node_id: id,
        temporarily_closed: state === 'closed',
      }));
      return sql`
        insert into fuel_stations
          (node_id, name, brand, address, postcode, latitude, longitude, motorway, supermarket, temporarily_closed)
        select node_id, name, brand, address, postcode, latitude, longitude, motorway, supermarket, temporarily_closed
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          node_id text, name text, brand text, address text, postcode text, latitude double precision,
          longitude double precision, motorway boolean, supermarket boolean, temporarily_closed boolean
        )
        on conflict (node_id) do update set name = excluded.name, brand = excluded.brand, address = excluded.address,
          postcode = excluded.postcode, latitude = excluded.latitude, longitude = excluded.longitude,
          motorway = excluded.motorway, supermarket = excluded.supermarket, temporarily_closed = excluded.temporarily_closed
      `.execute(tables(em));
    },
  );
};

/** Stores prices of known stations; one that was reported earlier than the stored one is dropped. */
export const storeFuelPrices = async (em: EntityManager, prices: readonly FetchedFuelPrice[]): Promise<void> => {
  const latest = new Map<string, FetchedFuelPrice>();
  for (const price of prices) {
    const key = JSON.stringify([price.stationId, price.fuel]);
    const before = latest.get(key);
    if (!before || before.reportedAt <= price.reportedAt) latest.set(key, price);
  }
  await inBatches([...latest.values()], (some) => {
    const rows = some.map(({ stationId, fuel, tenths, reportedAt }) => ({
      ...{ node_id: stationId, fuel, tenths_per_litre: tenths },
      reported_at: reportedAt,
    }));
    return sql`
      insert into fuel_prices (node_id, fuel, tenths_per_litre, reported_at)
      select row.node_id, row.fuel, row.tenths_per_litre, row.reported_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        node_id text, fuel text, tenths_per_litre integer, reported_at timestamptz
      )
      join fuel_stations on fuel_stations.node_id = row.node_id
      on conflict (node_id, fuel) do update set tenths_per_litre = excluded.tenths_per_litre, reported_at = excluded.reported_at
        where fuel_prices.reported_at <= excluded.reported_at
    `.execute(tables(em));
  });
};

/** Stores the lowest and the median price of each fuel as the prices of a day, from those reported since `since`. */
export const storeFuelDailyPrices = async (em: EntityManager, day: IsoDate, since: Date): Promise<void> => {
  await sql`
    insert into fuel_days (day, fuel, lowest_tenths_per_litre, median_tenths_per_litre, station_count)
    select ${day}::date, fuel, min(tenths_per_litre), percentile_disc(0.5) within group (order by tenths_per_litre), count(*)
    from fuel_prices join fuel_stations using (node_id)
    where not temporarily_closed and reported_at >= ${since.toISOString()}
    group by fuel
    on conflict (day, fuel) do update set lowest_tenths_per_litre = excluded.lowest_tenths_per_litre,
      median_tenths_per_litre = excluded.median_tenths_per_litre, station_count = excluded.station_count
  `.execute(tables(em));
};

/** A station with its price of one fuel. */
export interface FuelStationPrice extends Omit<FetchedFuelStation, 'state'> {
  closed: boolean;
  tenths: number;
  reportedAt: Date;
}

/** More than the stations within 25 miles of any place in Britain. */
const maxStationsInBox = 4_000;

/** The open stations within a box, with their prices of a fuel reported since `since`; unordered. */
export const findStationPricesWithinBox = async (
  em: EntityManager,
  { fuel, box: { south, north, west, east }, since }: { fuel: PumpFuel; box: BoundingBox; since: Date },
): Promise<FuelStationPrice[]> => {
  const rows = await tables(em)
    .selectFrom('fuel_stations')
    .innerJoin('fuel_prices', 'fuel_prices.nodeId', 'fuel_stations.nodeId')
    .select([
      'fuel_stations.nodeId as id',
      'name',
      'brand',
      'address',
      'postcode',
      'latitude',
      'longitude',
      'motorway',
      'supermarket',
      'temporarilyClosed as closed',
      'tenthsPerLitre as tenths',
      'reportedAt',
    ])
    .where('fuel', '=', fuel)
    .where('temporarilyClosed', '=', false)
    .where('reportedAt', '>=', since)
    .where(({ between }) => between('latitude', south, north))
    .where(({ between }) => between('longitude', west, east))
    .limit(maxStationsInBox)
    .execute();
  return rows.map((row) => ({ ...row, latitude: Number(row.latitude), longitude: Number(row.longitude) }));
};

import type { NearbyPetrolPrices } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { findStationPricesWithinBox, type FuelStationPrice } from '@ve/data/vehicle/places/fuel-price.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { boundingBoxAround } from '@ve/domain/vehicle/petrol/distance';
import type { PumpFuel } from '@ve/domain/vehicle/petrol/fuel';
import {
  nearbyFuelStations,
  petrolPriceMaxAgeMs,
  petrolPriceReportMaxAgeMs,
} from '@ve/domain/vehicle/petrol/nearby-stations';
import { fuelStationName } from '@ve/domain/vehicle/petrol/station-name';

export interface PetrolPriceSearch {
  fuel: PumpFuel;
  order: 'price' | 'distance';
  miles: number;
}

const shown = 10;

/** Returns at most ten stations, and none if the prices were last read too long ago. */
export async function findPetrolPrices(
  { em, now }: Context,
  userId: string,
  { fuel, order, miles }: PetrolPriceSearch,
): Promise<NearbyPetrolPrices> {
  const at = now();
  const member = await findNotifiableMember(em, userId, at);
  if (member === null) return { outcome: 'not-member' };
  const { postcode, place } = member.watch;
  if (postcode === null || place === null) return { outcome: 'no-postcode' };
  const readAt = (await findFileImport(em, 'fuel'))?.fetchedAt ?? null;
  if (readAt === null || at.getTime() - readAt.getTime() > petrolPriceMaxAgeMs) return { outcome: 'not-read' };
  const reportedSince = new Date(at.getTime() - petrolPriceReportMaxAgeMs);
  const within = await findStationPricesWithinBox(em, {
    fuel,
    box: boundingBoxAround(place, miles),
    since: reportedSince,
  });
  return {
    outcome: 'found',
    readAt: readAt.toISOString(),
    postcode,
    stations: nearbyFuelStations(within, place, { miles, order, limit: shown }).map(toNearbyPrice),
  };
}

const toNearbyPrice = (station: FuelStationPrice & { milesTenths: number }) => ({
  id: station.id,
  name: fuelStationName(station),
  brand: null,
  address: station.address,
  postcode: station.postcode,
  milesTenths: station.milesTenths,
  pencePerLitreTenths: station.tenths,
  reportedAt: station.reportedAt.toISOString(),
  motorway: station.motorway,
  supermarket: station.supermarket,
  closed: station.closed,
});

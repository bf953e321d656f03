import { isRecallMatchCurrent } from '@ve/data/monitoring/alerts/recall-check.repository';
import { findImport } from '@ve/data/vehicle/places/file-import.repository';
import { findPricesWithin } from '@ve/data/vehicle/places/fuel-price.repository';
import { findCampaignsOfMake } from '@ve/data/vehicle/places/recall-campaign.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { compareCampaigns, type KnownCampaigns } from '@ve/domain/monitoring/alerts/compare-campaigns';
import { compareCheapestPetrol } from '@ve/domain/monitoring/alerts/compare-petrol';
import { checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { boxAround } from '@ve/domain/vehicle/petrol/distance';
import { fuelOf } from '@ve/domain/vehicle/petrol/fuel';
import { nearbyStations, priceMaxAgeMs, priceReportMaxAgeMs } from '@ve/domain/vehicle/petrol/nearby-stations';
import type { KnownPetrol } from '@ve/domain/vehicle/petrol/price-drop';
import { stationName } from '@ve/domain/vehicle/petrol/station-name';
import { matchCampaigns, recallableCar } from '@ve/domain/vehicle/recall/match-campaigns';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { MonitorCheckFailure } from '../checks/permit-check.ts';
import type { MonitorCheck } from './monitor-check.ts';

/**
 * Petrol prices change all day. A new list of recalls wakes the affected checks. Both are imported, so no source is called.
 */
const everyDays = 1;

/** The radius around the member's postcode for petrol prices, in miles. */
const miles = 5;

/** The maximum age of an imported list that is still used. */
const recallsFreshMs = 8 * 86_400_000;

const notYet = (
  { failure, userId, days = everyDays }: { failure: string; userId: string; days?: number | undefined },
  now: Date,
): MonitorCheckFailure => ({
  ok: false,
  failure,
  recheckAt: checkTime(nextCheckDay(londonDate(now), days), userId),
});

/** Interval for a car of unknown make, model or age; its next record wakes the check. */
const unknownCarDays = 28;

/** The monitor checks of imported data: recall campaigns of the car, petrol prices near the member. */
export const createPlacesChecks = () => {
  const recalls: MonitorCheck = {
    aspect: 'recalls',
    everyDays,
    paid: false,
    fetch: async ({ userId, registration }, { em, now }) => {
      const at = now();
      const { fetchedAt: readAt = null, sourceChangedAt = null } = (await findImport(em, 'recalls')) ?? {};
      if (readAt === null || at.getTime() - readAt.getTime() > recallsFreshMs)
        return notYet({ failure: 'not-read', userId }, at);
      const stored = await findVehicle(em, registration);
      const car = stored && recallableCar(stored.record);
      if (!car) return notYet({ failure: 'car-not-known', userId, days: unknownCarDays }, at);
      const matching = matchCampaigns(await findCampaignsOfMake(em, car.make), car).map(({ number }) => number);
      return {
        ok: true,
        answer: {
          askedAt: readAt,
          compare: (known) => compareCampaigns(known as KnownCampaigns | null, matching, car),
          nextDay: () => null,
          isStillValid: (own) =>
            isRecallMatchCurrent(own, registration, { listChangedAt: sourceChangedAt, fetchedAt: stored.fetchedAt }),
        },
      };
    },
  };
  const petrol: MonitorCheck = {
    aspect: 'petrol',
    everyDays,
    paid: false,
    fetch: async ({ userId, registration, sendable: { watch } }, { em, now }) => {
      const at = now();
      const { postcode, place } = watch;
      if (postcode === null || place === null) return notYet({ failure: 'no-postcode', userId }, at);
      const readAt = (await findImport(em, 'fuel'))?.fetchedAt ?? null;
      if (readAt === null || at.getTime() - readAt.getTime() > priceMaxAgeMs)
        return notYet({ failure: 'not-read', userId }, at);
      const stored = await findVehicle(em, registration);
      const licensing = stored?.record.licensing;
      const { fuelType, yearOfManufacture } = licensing?.state === 'found' ? licensing.data : unknown;
      const fuel = fuelOf(fuelType, yearOfManufacture);
      if (fuel === null) return notYet({ failure: 'no-fuel', userId }, at);
      const since = new Date(at.getTime() - priceReportMaxAgeMs);
      const within = await findPricesWithin(em, { fuel, box: boxAround(place, miles), since });
      const [cheapest] = nearbyStations(within, place, { miles, order: 'price', limit: 1 });
      if (!cheapest) return notYet({ failure: 'no-station', userId }, at);
      const { tenths, milesTenths } = cheapest;
      const found = { postcode, fuel, tenths, station: stationName(cheapest), milesTenths };
      return {
        ok: true,
        answer: {
          askedAt: readAt,
          compare: (known) => compareCheapestPetrol(known as KnownPetrol | null, found, at),
          nextDay: (_known, today) => nextCheckDay(today, everyDays),
        },
      };
    },
  };
  return { recalls, petrol };
};

const unknown = { fuelType: null, yearOfManufacture: null };

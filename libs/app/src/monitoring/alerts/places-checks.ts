import { isRecallMatchCurrent } from '@ve/data/monitoring/alerts/recall-check.repository';
import { findFileImport } from '@ve/data/vehicle/places/file-import.repository';
import { findStationPricesWithinBox } from '@ve/data/vehicle/places/fuel-price.repository';
import { findRecallCampaignsOfMake } from '@ve/data/vehicle/places/recall-campaign.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import {
  detectNewRecallCampaigns,
  type LastKnownCampaigns,
} from '@ve/domain/monitoring/alerts/compare-recall-campaigns';
import { detectCheapestPetrolDrop } from '@ve/domain/monitoring/alerts/compare-petrol';
import { monitorCheckTimeOf, nextMonitorCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { boundingBoxAround } from '@ve/domain/vehicle/petrol/distance';
import { pumpFuelOfCar } from '@ve/domain/vehicle/petrol/fuel';
import {
  nearbyFuelStations,
  petrolPriceMaxAgeMs,
  petrolPriceReportMaxAgeMs,
} from '@ve/domain/vehicle/petrol/nearby-stations';
import type { LastKnownPetrolPrice } from '@ve/domain/vehicle/petrol/price-drop';
import { fuelStationName } from '@ve/domain/vehicle/petrol/station-name';
import { matchRecallCampaigns, recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { MonitorCheckFailure } from '../checks/permit-monitor-check.ts';
import type { MonitorCheck } from './monitor-check.ts';

/**
 * Petrol prices change all day. A new list of recalls wakes the affected checks. Both are imported, so no source is
 * called.
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
  recheckAt: monitorCheckTimeOf(nextMonitorCheckDay(londonDate(now), days), userId),
});

/** Interval for a car of unknown make, model or age; its next record wakes the check. */
const unknownCarDays = 28;

/** The monitor checks of imported data: recall campaigns of the car, petrol prices near the member. */
export const createImportedDataMonitorChecks = () => {
  const recalls: MonitorCheck = {
    aspect: 'recalls',
    everyDays,
    paid: false,
    fetch: async ({ userId, registration }, { em, now }) => {
      const at = now();
      const { fetchedAt: readAt = null, sourceChangedAt = null } = (await findFileImport(em, 'recalls')) ?? {};
      if (readAt === null || at.getTime() - readAt.getTime() > recallsFreshMs)
        return notYet({ failure: 'not-read', userId }, at);
      const stored = await findVehicleRecord(em, registration);
      const car = stored && recallMatchCarOf(stored.record);
      if (!car) return notYet({ failure: 'car-not-known', userId, days: unknownCarDays }, at);
      const matching = matchRecallCampaigns(await findRecallCampaignsOfMake(em, car.make), car).map(
        ({ number }) => number,
      );
      return {
        ok: true,
        answer: {
          askedAt: readAt,
          compare: (known) => detectNewRecallCampaigns(known as LastKnownCampaigns | null, matching, car),
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
      const readAt = (await findFileImport(em, 'fuel'))?.fetchedAt ?? null;
      if (readAt === null || at.getTime() - readAt.getTime() > petrolPriceMaxAgeMs)
        return notYet({ failure: 'not-read', userId }, at);
      const stored = await findVehicleRecord(em, registration);
      const licensing = stored?.record.licensing;
      const { fuelType, yearOfManufacture } = licensing?.state === 'found' ? licensing.data : unknown;
      const fuel = pumpFuelOfCar(fuelType, yearOfManufacture);
      if (fuel === null) return notYet({ failure: 'no-fuel', userId }, at);
      const since = new Date(at.getTime() - petrolPriceReportMaxAgeMs);
      const within = await findStationPricesWithinBox(em, { fuel, box: boundingBoxAround(place, miles), since });
      const [cheapest] = nearbyFuelStations(within, place, { miles, order: 'price', limit: 1 });
      if (!cheapest) return notYet({ failure: 'no-station', userId }, at);
      const { tenths, milesTenths } = cheapest;
      const found = { postcode, fuel, tenths, station: fuelStationName(cheapest), milesTenths };
      return {
        ok: true,
        answer: {
          askedAt: readAt,
          compare: (known) => detectCheapestPetrolDrop(known as LastKnownPetrolPrice | null, found, at),
          nextDay: (_known, today) => nextMonitorCheckDay(today, everyDays),
        },
      };
    },
  };
  return { recalls, petrol };
};

const unknown = { fuelType: null, yearOfManufacture: null };

import { daysBetween, yearOf } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';

const usualMilesAYear = 7_400;

/** Forecourt price in pounds: falls 13 % a year, and with mileage above the usual. */
function forecourt(car: SimulatedCar, miles: number): number {
  if (car.value !== undefined) return car.value;
  const years = daysBetween(car.firstRegistered, car.today) / 365.25;
  const byAge = car.model.price * 0.84 * 0.87 ** Math.max(0, years - 0.5);
  const unusual = (miles - years * usualMilesAYear) / 100_000;
  return Math.max(650, byAge * Math.min(1.15, Math.max(0.6, 1 - unusual * 0.5)));
}

/** The year of a car such as "12 plate": the age identifier if the registration has one. */
const plateYear = (car: SimulatedCar): string => {
  const identifier = /^[A-Z]{2}(\d{2})[A-Z]{3}$/.exec(car.registration)?.[1];
  return identifier === undefined
    ? String(yearOf(car.firstRegistered))
    : `${yearOf(car.firstRegistered)}/${identifier}`;
};

/** `DataItems` of the package ValuationData; amounts are whole pounds as strings. */
export function ukvdValuationData(car: SimulatedCar, askedMiles: number | null) {
  const miles = askedMiles ?? car.miles;
  const price = forecourt(car, miles);
  const pounds = (share: number): string => String(Math.round((price * share) / 10) * 10);
  const { make, variant, range, fuel, transmission } = car.model;
  return {
    Vrm: car.registration,
    Mileage: String(miles),
    PlateYear: plateYear(car),
    ValuationList: {
      OTR: String(car.model.price),
      DealerForecourt: pounds(1),
      TradeRetail: pounds(0.92),
      PrivateClean: pounds(0.87),
      PrivateAverage: pounds(0.81),
      PartExchange: pounds(0.78),
      Auction: pounds(0.72),
      TradeAverage: pounds(0.68),
      TradePoor: pounds(0.56),
    },
    ValuationTime: `${car.today}T00:00:00Z`,
    ValuationBook: 'Direct',
    VehicleDescription: `${make} ${range} ${variant} [${fuel} / ${transmission}]`,
  };
}

import { yearOf } from '../dates.ts';
import type { SimulatedCar } from '../fleet/car.types.ts';

const aDayMs = 86_400_000;

/** `DataItems` of the package VehicleImageData; models from before 1990 have no picture. */
export function ukvdVehicleImageData(car: SimulatedCar, { origin, now }: { origin: string; now: Date }) {
  const list =
    yearOf(car.firstRegistered) < 1990
      ? []
      : [
          {
            ImageUrl: `${origin}/ukvd-pictures/${car.registration}.png`,
            ExpiryDate: new Date(now.getTime() + aDayMs).toISOString(),
            ViewPoint: 'Side',
          },
        ];
  return { VehicleImages: { ImageDetailsCount: list.length, ImageDetailsList: list } };
}

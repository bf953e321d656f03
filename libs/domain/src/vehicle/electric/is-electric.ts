import type { VehicleRecord } from '../record/vehicle-record.ts';

const electric = /^(?:electric(?:ity)?|fuel cells?)$/i;

/**
 * Whether the vehicle is purely electric: each source with a fuel names electricity, and none has an engine size.
 * Implausible emissions are ignored; without data the answer is no.
 */
export function isElectric({ licensing, testing, specification }: VehicleRecord): boolean {
  const registers = [licensing, specification].flatMap((section) => (section.state === 'found' ? [section.data] : []));
  const tests = testing.state === 'found' ? [testing.data] : [];
  const fuels = [...registers, ...tests].flatMap(({ fuelType }) => {
    const fuel = fuelType?.trim();
    return fuel === undefined || fuel === '' ? [] : [fuel];
  });
  const sizes = [
    ...registers.map(({ engineCapacity }) => engineCapacity),
    ...tests.map(({ engineSize }) => engineSize),
  ];
  return fuels.length > 0 && fuels.every((fuel) => electric.test(fuel)) && sizes.every((size) => (size ?? 0) === 0);
}

import type { VehicleRecord } from './vehicle-record.ts';

/** DVLA's and UK Vehicle Data's terms for vehicles without a tailpipe; a hybrid has one. */
const withoutTailpipe = /^(?:electric(?:ity)?|fuel cells?)$/i;

/**
 * Whether the record shows no tailpipe emissions: each source with a fuel names such a one, and none has CO2. Without
 * data the answer is no.
 */
export function isZeroEmission({ licensing, specification }: VehicleRecord): boolean {
  const found = [licensing, specification].flatMap((section) => (section.state === 'found' ? [section.data] : []));
  const fuels = found.flatMap(({ fuelType }) => fuelType?.trim() ?? []);
  return (
    fuels.length > 0 &&
    fuels.every((fuel) => withoutTailpipe.test(fuel)) &&
    found.every(({ co2Emissions }) => co2Emissions === null || co2Emissions === 0)
  );
}

import type { VehicleRecord } from './vehicle-record.ts';

/** DVLA's and UK Vehicle Data's words for what has no tailpipe; a hybrid has one. */
const withoutTailpipe = /^(?:electric(?:ity)?|fuel cells?)$/i;

/**
 * Whether the record says that the vehicle has no tailpipe emissions: each source that names a fuel names such a one, and
 * none gives it CO2. Nothing said is no.
 */
export function isZeroEmission({ licensing, specification }: VehicleRecord): boolean {
  const said = [licensing, specification].flatMap((section) => (section.state === 'found' ? [section.data] : []));
  const fuels = said.flatMap(({ fuelType }) => fuelType?.trim() ?? []);
  return (
    fuels.length > 0 &&
    fuels.every((fuel) => withoutTailpipe.test(fuel)) &&
    said.every(({ co2Emissions }) => co2Emissions === null || co2Emissions === 0)
  );
}

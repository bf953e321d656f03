import type { VehicleRecord } from './vehicle-record.ts';

/**
 * Whether it is a lorry, bus or coach, by its type approval or by who tests it: such vehicles are tested from their
 * first year, and their mileage is unlike a car's.
 */
export function isHeavyVehicle({ licensing, testing }: VehicleRecord): boolean {
  const typeApproval = licensing.state === 'found' ? (licensing.data.typeApproval ?? '') : '';
  const tested = testing.state === 'found' && testing.data.tests.some(({ dataSource }) => dataSource === 'CVS');
  return tested || /^(?:M[23]|N[23])/i.test(typeApproval);
}

import type { VehicleRecord } from './vehicle-record.ts';

/** The kinds that the rules of tax and clean air distinguish. */
export type VehicleKind = 'car' | 'motorcycle' | 'other' | 'unknown';

const vanLike =
  /\b(?:van|pick-?up|lorry|truck|tipper|bus|minibus|coach|caravan|camper|motorhome|tractor|hearse|ambulance)\b/i;
const bikeLike = /\b(?:motorcycle|motorbike|moped|scooter|tricycle)\b/i;

/** Whether the norms for cars may be applied: it is a car, or its kind is unknown. */
export const mayBeCar = (record: VehicleRecord): boolean => ['car', 'unknown'].includes(vehicleKind(record));

/**
 * Whether it is a private car, by its type approval, its wheels and its body. Older cars have no type approval: a
 * vehicle with two axles and no body of another kind counts as a car, since most such vehicles are.
 */
export function vehicleKind({ licensing, testing, specification }: VehicleRecord): VehicleKind {
  const approval = licensing.state === 'found' ? (licensing.data.typeApproval?.trim().toUpperCase() ?? '') : '';
  const wheels = licensing.state === 'found' ? (licensing.data.wheelplan ?? '') : '';
  const body = specification.state === 'found' ? (specification.data.bodyStyle ?? '') : '';
  const isHeavy = testing.state === 'found' && testing.data.tests.some(({ dataSource }) => dataSource === 'CVS');
  if (/^L/.test(approval) || /^[23][ -]?wheel/i.test(wheels) || bikeLike.test(body)) return 'motorcycle';
  if (isHeavy || /^(?:N|M[23]|T|O)/.test(approval) || vanLike.test(body) || /\b[3-9] axle/i.test(wheels))
    return 'other';
  if (/^M1/.test(approval) || /^2[ -]axle/i.test(wheels) || body.trim() !== '') return 'car';
  return 'unknown';
}

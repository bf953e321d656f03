import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { type MotExemption, motExemptionOf } from './mot-exemption.ts';

/**
 * The conditions under which the vehicle may be exempt from the MOT by its age, as sentences; null if it never is.
 */
export function motExemptionText(record: VehicleRecord, today: IsoDate): string | null {
  const found = motExemptionOf(record, today);
  return found === null ? null : conditions[found.by];
}

const conditions: Record<MotExemption['by'], string> = {
  age: 'Over 40 years old, it may be exempt. It needs no MOT if it was not substantially changed in the last 30 years, and its keeper declared so when taxing it (form V112). It must still be roadworthy.',
  'private-use':
    'Over 40 years old, it is exempt only if it is not used commercially and was not substantially changed in the last 30 years. Lorries over 3.5 tonnes, and buses with eight or more passenger seats, need a test every year if they earn money.',
};

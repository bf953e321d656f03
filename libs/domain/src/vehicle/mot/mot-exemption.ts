import { isHeavyVehicle } from '../record/heavy-vehicle.ts';
import { firstRegistrationCandidates, type FirstRegistrationDate } from '../record/first-registration-candidates.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { yearsBetween } from '../../kernel/time/london-date.ts';

/**
 * The age in years from which a car may be exempt, once its keeper declares it (GB 20 May 2018, NI 12 October 2020).
 */
export const motExemptAfterYears = 40;

/** The conditions of an exemption by age. No register shows whether they are met. */
export interface MotExemption {
  /**
   * `age`: exempt by age under two conditions. `private-use`: a lorry or bus, with a third condition: it is not used
   * commercially.
   */
  by: 'age' | 'private-use';
  source: SourceName;
  at: IsoInstant | null;
}

/**
 * The exemption of vehicles first registered over 40 years ago (GOV.UK, "Historic (classic) vehicles: MOT and vehicle
 * tax"; Department for Transport, "Vehicles of historical interest: substantial change guidance"); null for a younger
 * one and without a date.
 */
export function motExemptionOf(record: VehicleRecord, today: IsoDate): MotExemption | null {
  const found = firstRegistrationCandidates(record).find(
    (candidate): candidate is typeof candidate & { value: FirstRegistrationDate } =>
      candidate.value !== null && candidate.value.date <= today,
  );
  if (found === undefined || yearsBetween(found.value.date, today) < motExemptAfterYears) return null;
  const { source, at } = found.section;
  return { by: isLorryOrBus(record) ? 'private-use' : 'age', source, at };
}

const heavyBody = /\b(?:lorry|lorries|truck|tipper|bus|minibus|omnibus|coach|charabanc|articulated)\b/i;
const heaviestLightKg = 3_500;

/** Uses register data other than type approval, which vehicles of that age do not have. */
function isLorryOrBus(record: VehicleRecord): boolean {
  const { licensing, specification } = record;
  const weight = licensing.state === 'found' ? (licensing.data.revenueWeight ?? 0) : 0;
  const body = specification.state === 'found' ? (specification.data.bodyStyle ?? '') : '';
  return isHeavyVehicle(record) || weight > heaviestLightKg || heavyBody.test(body);
}

import type { VehicleRecord } from '../report/vehicle-record.ts';
import { firstUsed } from './first-used.ts';
import { type MileageTimeline, mileageTimeline } from './mileage-timeline.ts';

/** The mileage timeline of a record's tests; null while DVSA has given none. */
export function recordMileage({ testing }: VehicleRecord): MileageTimeline | null {
  return testing.state === 'found' ? mileageTimeline(testing.data.tests, firstUsed(testing.data)) : null;
}

import { motTestsAtQueryTime } from '../mot/mot-tests-up-to.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import { firstUseDateOf } from './first-used.ts';
import { type MileageTimeline, mileageTimeline } from './mileage-timeline.ts';

/** The mileage timeline of the tests that had taken place when DVSA was read; null without tests from DVSA. */
export function mileageOfRecord({ testing }: VehicleRecord): MileageTimeline | null {
  if (testing.state !== 'found') return null;
  return mileageTimeline(motTestsAtQueryTime(testing), firstUseDateOf(testing.data));
}

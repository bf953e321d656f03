import { testsUntil } from '../mot/tests-until.ts';
import type { VehicleRecord } from '../report/vehicle-record.ts';
import { londonDate } from '../time/london-date.ts';
import { firstUsed } from './first-used.ts';
import { type MileageTimeline, mileageTimeline } from './mileage-timeline.ts';

/** The mileage timeline of the tests that had taken place when DVSA was asked; null while it has given none. */
export function recordMileage({ testing }: VehicleRecord): MileageTimeline | null {
  if (testing.state !== 'found') return null;
  const tests = testsUntil(testing.data.tests, londonDate(new Date(testing.at)));
  return mileageTimeline(tests, firstUsed(testing.data));
}

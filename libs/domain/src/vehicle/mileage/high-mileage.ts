import { mayBeCar } from '../record/vehicle-kind.ts';
import type { VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween } from '../../kernel/time/london-date.ts';
import { firstUseDateOf } from './first-used.ts';
import type { MileageTimeline } from './mileage-timeline.ts';
import { mileageOfRecord } from './mileage-of-record.ts';

/**
 * The average annual mileage of a car: 7,134 miles between the MOT tests of 2017, from the Department for Transport's
 * anonymised records of all tests in Great Britain.
 */
export const averageMilesPerYear = 7_134;
/** Twice the average over a car's whole age is worth a question. */
const highFrom = 2 * averageMilesPerYear;

export interface HighMileage {
  miles: number;
  day: IsoDate;
  /** Miles a year from first use to the reading. */
  milesPerYear: number;
}

/**
 * The newest plausible reading of a car that is at least a year old and has been driven at least twice the average;
 * null otherwise, if the readings are inconsistent, and for other vehicles, for which no norm is published.
 */
export function highMileage(
  record: VehicleRecord,
  timeline: MileageTimeline | null = mileageOfRecord(record),
): HighMileage | null {
  const { testing } = record;
  if (testing.state !== 'found' || timeline === null || !mayBeCar(record)) return null;
  const used = firstUseDateOf(testing.data);
  const { points, confidence } = timeline;
  const latest = points.findLast(({ flag }) => flag === null);
  if (used === null || latest === undefined || confidence === 'inconsistent') return null;
  const days = daysBetween(used, latest.day);
  if (days < 365) return null;
  const milesPerYear = Math.round((latest.miles / days) * 365.25);
  return milesPerYear < highFrom ? null : { miles: latest.miles, day: latest.day, milesPerYear };
}

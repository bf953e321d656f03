import type { IsoDate, MotTest } from '../report/vehicle-record.ts';
import { londonDate } from '../time/london-date.ts';

/** The tests that have taken place by a day; one that is dated later is an error of the record and proves nothing. */
export function testsUntil(tests: readonly MotTest[], day: IsoDate): MotTest[] {
  return tests.filter(({ completedAt }) => londonDate(new Date(completedAt)) <= day);
}

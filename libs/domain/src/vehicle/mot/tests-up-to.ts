import type { MotTest, Section, Testing } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { londonDate } from '../../kernel/time/london-date.ts';

/** The tests until a day; one with a later date is an error of the record and proves nothing. */
export function testsUpTo(tests: readonly MotTest[], day: IsoDate): MotTest[] {
  return tests.filter(({ completedAt }) => londonDate(new Date(completedAt)) <= day);
}

/** The tests that had taken place when DVSA was read; empty without data from DVSA. */
export function testsAtQueryTime(testing: Section<Testing>): MotTest[] {
  return testing.state === 'found' ? testsUpTo(testing.data.tests, londonDate(new Date(testing.at))) : [];
}

import type { MotTest, RecordSection, MotTestingData } from '../record/vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { londonDate } from '../../kernel/time/london-date.ts';

/** The tests until a day; one with a later date is an error of the record and proves nothing. */
export function motTestsUpTo(tests: readonly MotTest[], day: IsoDate): MotTest[] {
  return tests.filter(({ completedAt }) => londonDate(new Date(completedAt)) <= day);
}

/** The tests that had taken place when DVSA was read; empty without data from DVSA. */
export function motTestsAtQueryTime(testing: RecordSection<MotTestingData>): MotTest[] {
  return testing.state === 'found' ? motTestsUpTo(testing.data.tests, londonDate(new Date(testing.at))) : [];
}

import { counted } from '../../kernel/text/phrases.ts';
import type { MotTest } from '../record/vehicle-record.ts';
import { isFailure, severityOf } from './defect-severity.ts';
import type { MotState } from './mot-state.ts';
import type { MotHistory } from './mot-history.ts';

/** A record without any test. */
export const noTests = 'DVSA has no MOT test on record for this vehicle.';

/** `12 tests on record, 10 passed (83%).`; of a history with a test. */
export const testsSummary = ({ tests, passed }: Pick<MotHistory, 'tests' | 'passed'>): string =>
  `${counted(tests.length, 'test')} on record, ${passed} passed (${Math.round((passed / tests.length) * 100)}%).`;

/** A failure without a defect that fails a test. */
export const failureNotListed = 'The record does not say what it failed on.';

/**
 * What there is to say of a test besides what its record lists: that there is nothing, or that what it failed on is not among
 * it. Null where the list says all.
 */
export function notListed({
  result,
  dataSource,
  defects,
}: Pick<MotTest, 'result' | 'dataSource' | 'defects'>): string | null {
  if (dataSource === 'DVA NI' && defects.length === 0)
    return 'Tests in Northern Ireland are published without defects.';
  if (result === 'FAILED') return defects.some(isFailure) ? null : failureNotListed;
  return defects.length === 0 ? 'No defects or advisories recorded.' : null;
}

/** `14 earlier tests (2 failed, 1 with a dangerous defect)`: tests that are not shown, with what one would want to know of them. */
export function earlierTests(earlier: readonly Pick<MotTest, 'result' | 'defects'>[]): string {
  const failed = earlier.filter(({ result }) => result === 'FAILED').length;
  const dangerous = earlier.filter(({ defects }) =>
    defects.some((defect) => severityOf(defect) === 'dangerous'),
  ).length;
  const told = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(dangerous === 0 ? [] : [`${dangerous} with a dangerous defect`]),
  ];
  return `${counted(earlier.length, 'earlier test')}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
}

/** What paper says of the tests that it leaves out. */
export const moreTestsOnline = (earlier: Parameters<typeof earlierTests>[0]): string =>
  `${earlierTests(earlier)} in the report on the web.`;

/** What a state of the MOT is taken from. */
export const motBasisText: Record<NonNullable<MotState['basis']>, string> = {
  'dvsa-test': 'From its latest MOT test.',
  dvla: 'From DVLA’s record.',
  'first-test-due': 'It has not been tested yet.',
  computed: 'Worked out from its first registration.',
};

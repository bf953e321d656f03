import { formatCountWithNoun } from '../../kernel/text/phrases.ts';
import type { MotTest } from '../record/vehicle-record.ts';
import { isFailureDefect, defectSeverityOf } from './defect-severity.ts';
import type { MotState } from './mot-state.ts';
import type { MotHistory } from './mot-history.ts';

/** For a record without any test. */
export const noMotTestsMessage = 'DVSA has no MOT test on record for this vehicle.';

/** `12 tests on record, 10 passed (83%).`; for a history with at least one test. */
export const motTestsSummary = ({ tests, passed }: Pick<MotHistory, 'tests' | 'passed'>): string =>
  `${formatCountWithNoun(tests.length, 'test')} on record, ${passed} passed (${Math.round((passed / tests.length) * 100)}%).`;

/** For a failure without a defect that fails a test. */
export const motFailureReasonMissingText = 'The record does not say what it failed on.';

/** A note for a test whose record lists no defect, or not the one that it failed on; null if the list is complete. */
export function missingDefectsNote({
  result,
  dataSource,
  defects,
}: Pick<MotTest, 'result' | 'dataSource' | 'defects'>): string | null {
  if (dataSource === 'DVA NI' && defects.length === 0)
    return 'Tests in Northern Ireland are published without defects.';
  if (result === 'FAILED') return defects.some(isFailureDefect) ? null : motFailureReasonMissingText;
  return defects.length === 0 ? 'No defects or advisories recorded.' : null;
}

/** `14 earlier tests (2 failed, 1 with a dangerous defect)`: a summary of tests that are not shown. */
export function earlierMotTestsText(earlier: readonly Pick<MotTest, 'result' | 'defects'>[]): string {
  const failed = earlier.filter(({ result }) => result === 'FAILED').length;
  const dangerous = earlier.filter(({ defects }) =>
    defects.some((defect) => defectSeverityOf(defect) === 'dangerous'),
  ).length;
  const notes = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(dangerous === 0 ? [] : [`${dangerous} with a dangerous defect`]),
  ];
  return `${formatCountWithNoun(earlier.length, 'earlier test')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** The line in a PDF about tests that it leaves out. */
export const omittedMotTestsText = (earlier: Parameters<typeof earlierMotTestsText>[0]): string =>
  `${earlierMotTestsText(earlier)} in the online report.`;

/** The text for each basis of an MOT state. */
export const motBasisText: Record<NonNullable<MotState['basis']>, string> = {
  'dvsa-test': 'From its latest MOT test.',
  dvla: 'From DVLA’s record.',
  'first-test-due': 'It has not been tested yet.',
  computed: 'Worked out from its first registration.',
};

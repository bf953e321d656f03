import { counted } from '../report/decision-finding.ts';
import type { MotTest } from '../report/vehicle-record.ts';
import type { MotState } from './mot-state.ts';
import type { MotHistory } from './mot-history.ts';

/** A record without any test. */
export const noTests = 'DVSA has no MOT test on record for this vehicle.';

/** `12 tests on record, 10 passed (83%).`; of a history with a test. */
export const testsSummary = ({ tests, passed }: Pick<MotHistory, 'tests' | 'passed'>): string =>
  `${counted(tests.length, 'test')} on record, ${passed} passed (${Math.round((passed / tests.length) * 100)}%).`;

/** What there is to say of a test whose record lists nothing; a failure is not called faultless. */
export function nothingNoted({ result, dataSource }: Pick<MotTest, 'result' | 'dataSource'>): string {
  if (dataSource === 'DVA NI') return 'Tests in Northern Ireland are published without defects.';
  return result === 'FAILED' ? 'The record does not say what it failed on.' : 'No defects or advisories recorded.';
}

/** What a state of the MOT is taken from. */
export const motBasisWords: Record<NonNullable<MotState['basis']>, string> = {
  'dvsa-test': 'From its latest MOT test.',
  dvla: 'From DVLA’s record.',
  'first-test-due': 'It has not been tested yet.',
  computed: 'Worked out from its first registration.',
};

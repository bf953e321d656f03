import { compareMotTestsByTime } from './compare-tests-by-time.ts';
import type { MotTest } from '../record/vehicle-record.ts';

/**
 * Whether a later test passed, so that the defects of this one are past. `held`: the tests that took place; one dated
 * in the future proves nothing.
 */
export const isMotPassedLater = (
  test: Pick<MotTest, 'completedAt' | 'result'>,
  held: readonly Pick<MotTest, 'completedAt' | 'result'>[],
): boolean => held.some((other) => other.result === 'PASSED' && compareMotTestsByTime(other, test) > 0);

import type { MotTest } from '../record/vehicle-record.ts';

/**
 * Orders tests, earliest first: of two at the same second the pass comes last, as a vehicle that has passed is not
 * tested again.
 */
export function compareMotTestsByTime(
  a: Pick<MotTest, 'completedAt' | 'result'>,
  b: Pick<MotTest, 'completedAt' | 'result'>,
): number {
  const later = Date.parse(a.completedAt) - Date.parse(b.completedAt);
  return later !== 0 ? later : Number(a.result === 'PASSED') - Number(b.result === 'PASSED');
}

import { expect, it } from '@jest/globals';
import { isVehicleRecordFresh } from './freshness.ts';

it.each([
  [true, 'complete', 299_999],
  [false, 'complete', 300_000],
  [true, 'partial', 29_999],
  [false, 'partial', 30_000],
  [true, 'complete', -299_999],
  [false, 'complete', -300_000],
])('fresh: %s for a %s record of %d ms', (fresh, kind, age) => {
  const at = Date.parse('2026-03-01T10:00:00.000Z');
  const found = { state: 'found' };
  const testing = kind === 'partial' ? { state: 'unavailable' } : found;
  const record = { licensing: found, testing, specification: found };
  expect(isVehicleRecordFresh(record, new Date(at), new Date(at + age))).toBe(fresh);
});

import { expect, test } from '@jest/globals';
import { motTestFixture } from '../../testing/vehicle-records.ts';
import { motHistory } from './mot-history.ts';
import { motResultsByYear } from './tests-by-year.ts';

test('are oldest first, with the tests of a year in their order and the years without any', () => {
  const history = motHistory([
    motTestFixture('2026-05-01', 4),
    motTestFixture('2024-05-05', 3),
    motTestFixture('2024-05-01', 3, { result: 'FAILED' }),
  ]);
  expect(motResultsByYear(history)).toEqual([
    { year: 2024, results: ['FAILED', 'PASSED'] },
    { year: 2025, results: [] },
    { year: 2026, results: ['PASSED'] },
  ]);
});

test('are none without a test', () => {
  expect(motResultsByYear(motHistory([]))).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { sourceRetries, sourceRetryDelayMs } from './source-retries.ts';

test('sources are asked again less and less often, at least hourly', () => {
  expect([0, 1, 2, 3, 4, 500].map((count) => sourceRetryDelayMs(count) / 60_000)).toEqual([5, 10, 20, 40, 60, 60]);
});

test('a vehicle costs at most 52 fetches', () => {
  let [minutes, count] = [0, 0];
  while ((minutes += sourceRetryDelayMs(count) / 60_000) < sourceRetries.hours * 60) count += 1;
  expect(count).toBeLessThanOrEqual(52);
});

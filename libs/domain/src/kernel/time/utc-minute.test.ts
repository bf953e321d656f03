import { expect, test } from '@jest/globals';
import { formatUtcMinute } from './utc-minute.ts';

test.each([
  ['2026-11-28T09:05:59.999Z', '2026-11-28 09:05 UTC'],
  ['2026-07-01T00:00:00Z', '2026-07-01 00:00 UTC'],
])('the minute of %s is %s, also in British Summer Time', (instant, text) => {
  expect(formatUtcMinute(instant)).toBe(text);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tryAgainSentence, formatWait } from './format-wait.ts';

test.each([
  [0, 'in a second'],
  [0.2, 'in a second'],
  [40, 'in 40 seconds'],
  [59.1, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [1_200, 'in 20 minutes'],
  [1_201, 'in 21 minutes'],
  [5_400, 'in 90 minutes'],
  [5_401, 'in 2 hours'],
  [7_201, 'in 3 hours'],
  [43_200, 'in 12 hours'],
])('a wait of %d seconds is over %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
  expect(tryAgainSentence(seconds)).toBe(`You can try again ${text}.`);
});

test('the time is never earlier than the limit, and at most an hour later', () => {
  const lengths = { second: 1, minute: 60, hour: 3_600 };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 90 * 86_400, noNaN: true }), (seconds) => {
      const [, count = '', name = ''] = /^in (an?|\d+) (second|minute|hour)s?$/.exec(formatWait(seconds)) ?? [];
      const named = (count.startsWith('a') ? 1 : Number(count)) * lengths[name as keyof typeof lengths];
      expect(named).toBeGreaterThanOrEqual(seconds);
      expect(named).toBeLessThan(seconds + 3_600);
    }),
  );
});

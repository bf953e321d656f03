import { expect, test } from '@jest/globals';
import { formatMoney } from './format-money.ts';

test.each([
  [890, 'gbp', '£8.90'],
  [50, 'GBP', '£0.50'],
  [0, 'gbp', '£0.00'],
  [1999, 'usd', '$19.99'],
  [-890, 'gbp', '-£8.90'],
])('%i %s is %s', (pence, currency, words) => {
  expect(formatMoney(pence, currency)).toBe(words);
});

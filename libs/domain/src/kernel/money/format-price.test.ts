import { expect, it } from '@jest/globals';
import { formatPrice } from './format-price.ts';

it.each([
  [0, '0p'],
  [50, '50p'],
  [99, '99p'],
  [100, '£1.00'],
  [890, '£8.90'],
  [-50, '-£0.50'],
])('%i pence is %s', (pence, text) => {
  expect(formatPrice(pence)).toBe(text);
});

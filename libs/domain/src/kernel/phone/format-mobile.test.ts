import { expect, test } from '@jest/globals';
import { formatMobile } from './format-mobile.ts';

test.each([
  ['+447700900123', '07700 900123'],
  ['+33612345678', '+33612345678'],
  ['', ''],
])('%s is written %s', (number, written) => {
  expect(formatMobile(number)).toBe(written);
});

import { expect, test } from '@jest/globals';
import { parseUkMobile } from './parse-uk-mobile.ts';

test.each([
  ['07700 900123', '+447700900123'],
  ['07700-900-123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['07624 123456', '+447624123456'],
])('%s is %s', (typed, number) => {
  expect(parseUkMobile(typed)).toBe(number);
});

test.each([
  '',
  ' ',
  '020 7946 0018',
  '07012 345678',
  '07612 345678',
  '7700 900123',
  '0770090012',
  '077009001234',
  '+33 6 12 34 56 78',
  '+1 202 555 0143',
  '٠٧٧٠٠٩٠٠١٢٣',
  '07700 900123; drop',
  '++447700900123',
])('"%s" is not a UK mobile number', (typed) => {
  expect(parseUkMobile(typed)).toBeNull();
});

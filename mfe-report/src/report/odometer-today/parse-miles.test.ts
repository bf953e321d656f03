import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMiles } from './parse-miles.ts';

test.each([
  ['0', 0],
  ['61840', 61_840],
  [' 61,840 ', 61_840],
  ['61 840 miles', 61_840],
  ['61840mi', 61_840],
  ['000,120', 120],
  ['999,999', 999_999],
])('%s is %d miles', (typed, miles) => {
  expect(parseMiles(typed)).toEqual({ ok: true, miles });
});

test.each([
  ['', 'blank'],
  ['  ', 'blank'],
  ['1,000,000', 'too-high'],
  ['999999999999', 'too-high'],
  ['9'.repeat(400), 'not-miles'],
  ['61.840', 'not-miles'],
  ['61,84', 'not-miles'],
  ['-5', 'not-miles'],
  ['6e4', 'not-miles'],
  ['0x10', 'not-miles'],
  ['６１８４０', 'not-miles'],
  ['about 60k', 'not-miles'],
  ['<b>1</b>', 'not-miles'],
  ['99,500 km', 'kilometres'],
  ['99500 kilometres', 'kilometres'],
])('%s is refused as %s', (typed, reason) => {
  expect(parseMiles(typed)).toMatchObject({ ok: false, reason });
});

/** Mileages with typical typing errors. */
const nearly = fc.stringMatching(/^[ £]?[0-9OIl,. ]{1,9}( ?miles)?$/);

test('any input is a whole mileage from 0 to 999,999, or refused with an example', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string()), (typed) => {
      const parsed = parseMiles(typed);
      if (parsed.ok) expect(Number.isInteger(parsed.miles) && parsed.miles >= 0 && parsed.miles <= 999_999).toBe(true);
      else expect(parsed.message).toMatch(/^Enter /);
    }),
  );
});

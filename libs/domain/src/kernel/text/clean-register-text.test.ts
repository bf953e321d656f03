import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanRegisterText } from './clean-register-text.ts';

test.each([
  ['  BLACK\t HORSE\r\nLTD ', 'BLACK HORSE LTD'],
  ['\u202eDLOG\u202c', 'DLOG'],
  ['a\u0000b\u200bc', 'abc'],
  ['BLACK\t\u0000\tHORSE', 'BLACK HORSE'],
  ['<b>Ford</b>', '<b>Ford</b>'],
  ['👩‍🔧 Zoë', '👩‍🔧 Zoë'],
  ['', null],
  [' \u00a0\u200b', null],
  [null, null],
])('%j becomes %j', (text, cleaned) => {
  expect(cleanRegisterText(text)).toBe(cleaned);
});

test('any text becomes one line without characters that reorder it, or null', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cleaned = cleanRegisterText(text);
      expect(cleaned).not.toBe('');
      expect(cleaned ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]|\s\s|^\s|\s$/u);
      expect(cleanRegisterText(cleaned)).toBe(cleaned);
    }),
  );
});

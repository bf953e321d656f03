import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { smsLengthOf, toGsm7 } from './gsm7.ts';

test.each([
  ['', 'gsm7', 0, 1],
  ['a'.repeat(160), 'gsm7', 160, 1],
  ['a'.repeat(161), 'gsm7', 161, 2],
  ['a'.repeat(306), 'gsm7', 306, 2],
  ['a'.repeat(307), 'gsm7', 307, 3],
  ['£'.repeat(160), 'gsm7', 160, 1],
  ['€'.repeat(80), 'gsm7', 160, 1],
  [`${'a'.repeat(159)}€`, 'gsm7', 161, 2],
  // A character of two units does not fit into the 153rd place of a segment.
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
  ['–'.repeat(70), 'ucs2', 70, 1],
  ['–'.repeat(71), 'ucs2', 71, 2],
  ['🚗'.repeat(35), 'ucs2', 70, 1],
  ['🚗'.repeat(36), 'ucs2', 72, 2],
  // A segment of 67 units holds 33 characters of two units: one more segment than division alone would give.
  ['🚗'.repeat(67), 'ucs2', 134, 3],
] as const)('%#: encoding, units and segments', (text, encoding, units, segments) => {
  expect(smsLengthOf(text)).toEqual({ encoding, units, segments });
});

test.each([
  ['Tax is due – don’t wait…', "Tax is due - don't wait..."],
  ['Fuel at 135.9p, £50', 'Fuel at 135.9p, £50'],
  ['Citroën “Čapek”', 'Citroen "Capek"'],
  ['🚗 漢', '? ?'],
])('%s in the GSM 7-bit alphabet', (text, expected) => {
  expect(toGsm7(text)).toBe(expected);
});

test('any text is converted once, and its segments hold all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const converted = toGsm7(text);
      expect(smsLengthOf(converted).encoding).toBe('gsm7');
      expect(toGsm7(converted)).toBe(converted);
      for (const { encoding, units, segments } of [smsLengthOf(text), smsLengthOf(converted)]) {
        const each = encoding === 'gsm7' ? 153 : 67;
        expect(segments).toBeGreaterThanOrEqual(Math.ceil(units / (each + (segments === 1 ? 7 : 0))));
        expect(units).toBeGreaterThan((segments - 1) * (each - 1) - 1);
      }
    }),
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitTelephoneNumbers } from './split-telephone-numbers.ts';

test.each<[string, string[]]>([
  [
    'Before you pay, ring Tamebridge Rental Ltd on 0121 496 0773 and get it in writing.',
    ['0121 496 0773 → tel:+441214960773'],
  ],
  [
    'Ring A on 0345 123 4567 and B on +44 20 7946 0000.',
    ['0345 123 4567 → tel:+443451234567', '+44 20 7946 0000 → tel:+442079460000'],
  ],
  ['Do not pay anything: ring the police on 101 and say where you saw it.', ['101 → tel:101']],
  ['It was seen on 101 occasions.', []],
  ['It has done 101 miles since 1 January 2012, and 0800 1111 rings nobody.', []],
  ['Agreement A0121 496 0773 is no number, nor is 90121496077312345.', []],
  ['', []],
])('%s', (sentence, expected) => {
  const parts = splitTelephoneNumbers(sentence);
  expect(parts.flatMap((part) => (typeof part === 'string' ? [] : [`${part.text} → ${String(part.href)}`]))).toEqual(
    expected,
  );
});

test('for any sentence, the joined parts are the sentence', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ring on+\d()-]{0,60}$/)), (sentence) => {
      const parts = splitTelephoneNumbers(sentence);
      expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(sentence);
    }),
  );
});

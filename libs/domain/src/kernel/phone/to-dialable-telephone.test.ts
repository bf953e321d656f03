import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toDialableTelephone } from './to-dialable-telephone.ts';

test.each([
  ['0345 123 4567', 'tel:+443451234567'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['0044 20 7946 0000', 'tel:+442079460000'],
  ['(0121) 496 0000', 'tel:+441214960000'],
  ['01204-555-123', 'tel:+441204555123'],
  ['016977 2345', 'tel:+44169772345'],
  ['0800 1111', null],
  ['07700 900123', 'tel:+447700900123'],
  ['07000 900123', null],
  ['101', 'tel:101'],
  ['999', null],
  ['0345 123 456', null],
  ['0345 123 45678', null],
  ['0345 123 4567 ext 2', null],
  ['+1 202 555 0100', null],
  ['00000000000', null],
  ['javascript:alert(1)', null],
  ['0345 123 4567"><script>', null],
  ['٠٣٤٥١٢٣٤٥٦٧', null],
])('%s links to %s', (text, href) => {
  expect(toDialableTelephone(text)).toEqual({ text, href });
});

test.each([null, '', '  ', '\u200b'])('%j is not a telephone number', (text) => {
  expect(toDialableTelephone(text)).toBeNull();
});

test('a link contains digits only, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+\d\s()-]{0,16}$/)), (text) => {
      expect(toDialableTelephone(text)?.href ?? 'tel:101').toMatch(/^tel:(?:101|\+44\d{9,10})$/);
    }),
  );
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatPounds } from './format-pounds.ts';
import { parsePounds } from './parse-pounds.ts';

describe('a price in pounds', () => {
  test.each([
    [499_500, '£4,995'],
    [499_550, '£4,995.50'],
    [100_000_000, '£1,000,000'],
    [1, '£0.01'],
    [0, '£0'],
    [-50_000, '-£500'],
  ])('%i pence is %s', (pence, text) => {
    expect(formatPounds(pence)).toBe(text);
  });
});

describe('a typed price', () => {
  test.each([
    ['£4,995', 499_500],
    ['4995', 499_500],
    ['4995.00', 499_500],
    ['£ 4 995.50', 499_550],
    ['  £12,345,678 ', null],
    ['1,234,567', 123_456_700],
    ['10000000', 1_000_000_000],
    ['1', 100],
  ])('%s is %s pence', (typed, pence) => {
    expect(parsePounds(typed)).toEqual(pence === null ? expect.objectContaining({ ok: false }) : { ok: true, pence });
  });

  test.each([
    ['', 'blank'],
    ['   ', 'blank'],
    ['£', 'blank'],
    ['0', 'too-low'],
    ['0.50', 'too-low'],
    ['10000000.01', 'too-high'],
    ['999999999', 'too-high'],
    ['4.995', 'not-a-price'],
    ['4,99', 'not-a-price'],
    ['49,95', 'not-a-price'],
    ['4995.5', 'not-a-price'],
    ['-4995', 'not-a-price'],
    ['4e3', 'not-a-price'],
    ['0x1000', 'not-a-price'],
    ['$4995', 'not-a-price'],
    ['£4995 ono', 'not-a-price'],
    ['٤٩٩٥', 'not-a-price'],
    ['<b>4995</b>', 'not-a-price'],
    ['9'.repeat(400), 'not-a-price'],
  ])('%j is %s', (typed, reason) => {
    expect(parsePounds(typed)).toMatchObject({ ok: false, reason });
  });

  test('parsing is the inverse of formatting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000_000 }), (pence) => {
        expect(parsePounds(formatPounds(pence))).toEqual({ ok: true, pence });
      }),
    );
  });
});

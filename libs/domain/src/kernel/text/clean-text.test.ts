import fc from 'fast-check';
import { toPostgresText } from './clean-text.ts';

test.each([
  ['a\u0000b', 'a\ufffdb'],
  ['\ud83d', '\ufffd'],
  ['\ude97\ud83d', '\ufffd\ufffd'],
  ['\u{1f697} Zoë\n\t', '\u{1f697} Zoë\n\t'],
  ['', ''],
])('%j becomes %j', (text, clean) => {
  expect(toPostgresText(text)).toBe(clean);
});

test('makes any text well-formed without changing its length; clean text stays as it is', () => {
  const units = fc.array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0)));
  fc.assert(
    fc.property(units, (codes) => {
      const clean = toPostgresText(String.fromCharCode(...codes));
      expect(clean).toHaveLength(codes.length);
      expect(Buffer.from(clean).toString()).toBe(clean);
      expect(clean).not.toContain('\u0000');
      expect(toPostgresText(clean)).toBe(clean);
    }),
  );
});

import { printableText } from './printable-text.ts';

test.each([
  ['a version', '\u001b[2K\u001b[1A1.0.0', '[2K[1A1.0.0'],
  ['a line that another one would cover', 'refused\rpublished', 'refusedpublished'],
  ['other control characters', 'a\u0000b\u0007c\u007fd\u009b31me', 'abcd31me'],
  ['text in another direction', 'a\u202eb\u2066c', 'abc'],
  ['lines, tabs and letters of any language', 'one\n\ttwo: naïve café 車 ✓', 'one\n\ttwo: naïve café 車 ✓'],
])('%s is printed without what a terminal would obey', (_what, text, printed) => {
  expect(printableText(text)).toBe(printed);
});

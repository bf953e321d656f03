/** What the faces have glyphs for: western and central European letters, and the punctuation of our own sentences. */
const unprintable = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f‘’“”–—…•€™]+/gu;

/**
 * Text that the paper's faces can print. Marks are joined to their letters, or left out; what else has no glyph becomes
 * `[?]`, so that nobody takes the rest for the whole.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('−', '-')
    .replaceAll(unprintable, '[?]');
}

/** The same value with every text in it printable, at whatever depth. */
export function printableTexts<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T;
  if (Array.isArray(value)) return value.map(printableTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, printableTexts(each as unknown)])) as T;
}

/**
 * Matches characters without a glyph in our typefaces, which have western and central European letters and our own
 * punctuation.
 */
const unprintable = /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f‘’“”–—…•€™]+/gu;

/**
 * Replaces text that the PDF's typefaces cannot print. Combining marks are joined to their letters or removed; anything else
 * without a glyph becomes `[?]`, so that the omission is visible.
 */
export function toPrintable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('−', '-')
    .replaceAll(unprintable, '[?]');
}

/** Applies `printable` to every text in a value, at any depth. */
export function toPrintableTexts<T>(value: T): T {
  if (typeof value === 'string') return toPrintable(value) as T;
  if (Array.isArray(value)) return value.map(toPrintableTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, toPrintableTexts(each as unknown)]),
  ) as T;
}

/**
 * Control characters except white space, and format characters that reorder or hide text; the joiner of an emoji is
 * kept.
 */
const unprintable = /(?!\s)\p{Cc}|(?!\u200d)\p{Cf}/gu;

/**
 * A register's free text on one line, without characters that reorder or hide text; null if nothing is left. HTML is
 * left unchanged, because pages render it as plain text.
 */
export function cleanRegisterText(text: string | null): string | null {
  const line = text?.replace(unprintable, '').replace(/\s+/g, ' ').trim();
  return line === undefined || line === '' ? null : line;
}

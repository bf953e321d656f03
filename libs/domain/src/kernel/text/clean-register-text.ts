/** Controls besides white space, and the marks that reorder or hide the words after them; the joiner of an emoji stays. */
const unprintable = /(?!\s)\p{Cc}|(?!\u200d)\p{Cf}/gu;

/**
 * A register's free text on one line, without marks that would change the words around it; null when nothing is left.
 * HTML is left unchanged: pages print text as text.
 */
export function cleanRegisterText(text: string | null): string | null {
  const words = text?.replace(unprintable, '').replace(/\s+/g, ' ').trim();
  return words === undefined || words === '' ? null : words;
}

/**
 * Text as Postgres can keep it, in a column and in jsonb: each NUL and each half of a surrogate pair is replaced by
 * U+FFFD. Its length stays as it is. Text that is cut may end in such a half: cut first.
 */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

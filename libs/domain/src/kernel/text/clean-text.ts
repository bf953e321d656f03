/**
 * Text as Postgres can store it, in a column and in jsonb: each NUL and each lone surrogate is replaced by U+FFFD. The
 * length does not change. Truncating may split a surrogate pair: truncate first.
 */
export const toPostgresText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/**
 * Text of others as it may be printed to a terminal: without control characters other than line breaks and tabs, which
 * could move the cursor or hide lines, and without characters that change the direction of writing.
 */
export const printableText = (text: string): string => text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '');

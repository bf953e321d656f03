import { printableText } from '@ve/domain/kernel/text/printable-text';
import { stripVTControlCharacters } from 'node:util';

/**
 * Text for a terminal, some of which is of the site or of other teams: without what a terminal would obey, and without
 * the token, which may be empty.
 */
export function terminalText(text: string, token: string): string {
  const plain = printableText(stripVTControlCharacters(text));
  return token === '' ? plain : plain.replaceAll(token, '(token)');
}

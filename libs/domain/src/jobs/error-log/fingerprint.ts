import { toPostgresText } from '../../kernel/text/clean-text.ts';

/** The parts of an error report that distinguish one error from another. */
export interface ErrorFingerprintTraits {
  error_type: string;
  error_message: string;
  error_stack: string | null;
}

const foreignFrame = /node_modules|-extension:\/\/|<anonymous>|\[native code\]|\/react(-dom)?[.@/-]/;

/**
 * The same string for the same error, regardless of user and release: the type, the message without
 * numbers, ids, addresses and quoted values, and the first stack line in our own code. At most 400 characters.
 */
export function errorFingerprint({ error_type, error_message, error_stack }: ErrorFingerprintTraits): string {
  const frame = (error_stack ?? '')
    .slice(0, 8_000)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^at |@/.test(line) && !foreignFrame.test(line));
  const traits = [error_type, generalise(error_message).slice(0, 180), generaliseFrame(frame ?? '').slice(0, 180)];
  return toPostgresText(traits.join('|').slice(0, 400));
}

function generalise(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/https?:\/\/[^\s"')]+/g, '<url>')
    .replace(/[^\s@"'<>]{1,64}@[^\s@"'<>]{1,190}/g, '<email>')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '<value>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{20,30}\b/gi, '<id>')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi, '<id>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Removes what may change while the error is the same: origin, release folder, content hash, query, line and column.
 */
function generaliseFrame(line: string): string {
  return line
    .replace(/https?:\/\/[^/\s)]+/g, '')
    .replace(/(\/remotes\/[^/\s]+)\/[^/\s]+\//g, '$1/')
    .replace(/\?[^\s):]*/g, '')
    .replace(/\.[0-9a-z]{6,32}(?=\.m?js)/gi, '')
    .replace(/:\d+/g, '');
}

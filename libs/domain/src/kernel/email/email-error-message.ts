import { parseEmail } from './parse-email.ts';

const messages = {
  /** Prescribed by the specification (section 5). */
  invalid: 'Please enter a valid email address',
  local: 'We cannot send to an address with accents or other special letters before the @. Please use another one.',
} as const;

/** The error at a field whose input is not an e-mail address that we can send to. */
export function emailErrorMessage(typed: string): string {
  const parsed = parseEmail(typed);
  return !parsed.ok && parsed.reason === 'local-not-ascii' ? messages.local : messages.invalid;
}

import { parseEmail } from '@ve/domain/email/parse-email';

const words = {
  /** The specification's own (section 5). */
  invalid: 'Please enter a valid email address',
  local: 'We cannot send to an address with accents or other special letters before the @. Please use another one.',
} as const;

/** What is wrong with an e-mail address as it was typed. */
export function emailFault(typed: string): string {
  const parsed = parseEmail(typed);
  return !parsed.ok && parsed.reason === 'local-not-ascii' ? words.local : words.invalid;
}

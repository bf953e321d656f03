import { parseEmail } from '@ve/domain/kernel/email/parse-email';

const messages = {
  /** Prescribed by the specification (section 5). */
  invalid: 'Please enter a valid email address',
  local: 'We cannot send to an address with accents or other special letters before the @. Please use another one.',
} as const;

export function emailErrorMessage(typed: string): string {
  const parsed = parseEmail(typed);
  return !parsed.ok && parsed.reason === 'local-not-ascii' ? messages.local : messages.invalid;
}

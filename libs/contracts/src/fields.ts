import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import * as z from 'zod/mini';

/**
 * A single line of text, trimmed. No line breaks, control characters or bidi controls, because it may go into mail
 * headers; no halves of a surrogate pair, which Postgres refuses in JSON.
 */
export const singleLineField = (max: number, min = 1) =>
  z
    .string()
    .check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]*$/u));

/** Multi-line text without other control characters or halves of a surrogate pair. */
export const multiLineTextField = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u));

/** An e-mail address as typed; parsed by `parseEmail` to the form in which addresses are stored. */
export const emailField = z.string().check(
  z.maxLength(400),
  z.check<string>((given) => {
    const parsed = parseEmail(given.value);
    if (parsed.ok) given.value = parsed.email;
    else given.issues.push({ code: 'invalid_format', format: 'email', input: given.value });
  }),
);

/** A UK postcode as typed (specification section 7); parsed to upper case with a single space. */
export const postcodeField = z.string().check(
  z.maxLength(16),
  z.overwrite((typed) =>
    typed
      .replace(/\s/g, '')
      .toUpperCase()
      .replace(/(?=.{3}$)/, ' '),
  ),
  z.regex(/^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$/),
);

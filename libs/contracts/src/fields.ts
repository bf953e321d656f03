import { parseEmail } from '@ve/domain/email/parse-email';
import { parseRegistration } from '@ve/domain/registration/parse-registration';
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** The problem that a faulty field is answered with, wherever it is used and whatever it is called there. */
export interface FieldProblems {
  /** There is nothing in it. */
  missing: ErrorCode;
  /** What is in it cannot be read. */
  wrong: ErrorCode;
}

/** Fields with problems of their own. A fault in any other is `request-invalid`. */
export const fieldProblems = z.registry<FieldProblems>();

/** A registration as somebody typed it; parsed, it is upper case and without spaces and dashes. */
export const registration = z
  .string()
  .check(
    z.maxLength(400),
    z.check<string>((given) => {
      const parsed = parseRegistration(given.value);
      if (parsed.ok) given.value = parsed.registration;
      else if (parsed.reason === 'blank') {
        given.issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: given.value });
      } else given.issues.push({ code: 'invalid_format', format: 'registration', input: given.value });
    }),
  )
  .register(fieldProblems, { missing: 'registration-required', wrong: 'registration-invalid' });

/** An e-mail address as somebody typed it; parsed, it is as `parseEmail` answers it, which is how addresses are kept. */
export const email = z.string().check(
  z.maxLength(400),
  z.check<string>((given) => {
    const parsed = parseEmail(given.value);
    if (parsed.ok) given.value = parsed.email;
    else given.issues.push({ code: 'invalid_format', format: 'email', input: given.value });
  }),
);

/** A UK postcode as somebody typed it (specification section 7); parsed, it is upper case with its one space. */
export const postcode = z.string().check(
  z.maxLength(16),
  z.overwrite((typed) =>
    typed
      .replace(/\s/g, '')
      .toUpperCase()
      .replace(/(?=.{3}$)/, ' '),
  ),
  z.regex(/^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$/),
);

/** A telephone number as somebody typed it; parsed, it holds digits alone, after a plus where one was typed. */
export const phone = z.string().check(
  z.maxLength(40),
  z.overwrite((typed) => typed.replace(/[\s().-]/g, '')),
  // E.164 knows no number longer than fifteen digits.
  z.regex(/^\+?[0-9]{7,15}$/),
);

import { parseRegistration } from '@ve/domain/registration/parse-registration';
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** The problem codes of an invalid field, wherever it is used and whatever its name there. */
export interface FieldProblems {
  /** The field is empty. */
  missing: ErrorCode;
  /** The value cannot be parsed. */
  wrong: ErrorCode;
}

/** Fields with problem codes of their own. An error in any other is `request-invalid`. */
export const fieldProblems = z.registry<FieldProblems>();

/** A registration as typed; parsed to upper case without spaces and dashes. */
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

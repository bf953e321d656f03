import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import * as z from 'zod/mini';
import { fieldProblems } from './field-problems.ts';

/** A registration as typed; parsed to upper case without spaces and dashes. */
export const registrationField = z
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

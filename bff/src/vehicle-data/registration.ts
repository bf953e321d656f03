import { parseRegistration } from '@ve/domain/registration/parse-registration';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

/** The registration somebody typed, upper case and without spaces. Throws the problem of a blank or impossible one. */
export function registrationOf(typed: string): string {
  const parsed = parseRegistration(typed);
  if (parsed.ok) return parsed.registration;
  throw new ProblemError(parsed.reason === 'blank' ? 'registration-required' : 'registration-invalid');
}

import type { SignInForm } from '@ve/contracts/http/identity/auth';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import type { FieldErrors } from '@ve/mfe-kit/typed-form';
import { messages } from './messages.en-gb.ts';

const labels = messages.form.errors;

/** Returns the parsed form, or the errors by field. */
export function parseSignInForm(typed: SignInForm): { body: SignInForm } | { errors: FieldErrors<keyof SignInForm> } {
  const email = parseEmail(typed.email);
  const registration = parseRegistration(typed.registration);
  if (email.ok && registration.ok) return { body: { email: email.email, registration: registration.registration } };
  return {
    errors: {
      ...(email.ok ? {} : { email: email.reason === 'blank' ? labels.email.blank : labels.email.wrong }),
      ...(registration.ok ? {} : { registration: labels.registration[registration.reason] }),
    },
  };
}

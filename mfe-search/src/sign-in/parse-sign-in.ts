import type { SignInForm } from '@ve/contracts/http/identity/auth';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import type { FieldErrors } from '@ve/mfe-kit/typed-form';
import { messages } from './messages.en-gb.ts';

const labels = messages.form.errors;

/**
 * Returns what to send, or the errors of empty fields: the specification (section 5) requires no more. What is readable
 * is sent in its stored form; the service says what is wrong with the rest.
 */
export function parseSignInForm(typed: SignInForm): { body: SignInForm } | { errors: FieldErrors<keyof SignInForm> } {
  const email = parseEmail(typed.email);
  const registration = parseRegistration(typed.registration);
  const noEmail = !email.ok && email.reason === 'blank';
  const noRegistration = !registration.ok && registration.reason === 'blank';
  if (noEmail || noRegistration) {
    return {
      errors: {
        ...(noEmail ? { email: labels.email } : {}),
        ...(noRegistration ? { registration: labels.registration } : {}),
      },
    };
  }
  return {
    body: {
      email: email.ok ? email.email : typed.email.trim(),
      registration: registration.ok ? registration.registration : typed.registration.trim(),
    },
  };
}

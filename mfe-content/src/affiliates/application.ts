import { contactLimits } from '@ve/contracts/http/messaging/contact';
import { affiliateApplicationSchema } from '@ve/contracts/http/messaging/affiliates';
import { byContract } from '@ve/mfe-kit/typed-form';
import { emailError } from '../platform/email-error.ts';
import { messages } from './messages.en-gb.ts';

/** The fields of the form, from top to bottom; the last two are boxes to tick. */
export const applicationFields = ['name', 'email', 'website', 'content', 'message', 'adult', 'terms'] as const;

export type ApplicationField = (typeof applicationFields)[number];

const { errors: errorMessages } = messages.form;

/** The error message for an invalid field, given its value. */
function applicationError(field: ApplicationField, typed: string): string {
  switch (field) {
    case 'name':
      return typed.length > contactLimits.name ? errorMessages.nameLong : errorMessages.name;
    case 'message':
      return typed.length > contactLimits.message ? errorMessages.messageLong : errorMessages.message;
    case 'email':
      return emailError(typed);
    default:
      return errorMessages[field];
  }
}

/** Reads the fields as an application. */
export const applicationReader = (ticked: { adult: boolean; terms: boolean }) =>
  byContract(
    {
      safeParse: (typed: Record<ApplicationField, string>) =>
        affiliateApplicationSchema.safeParse({ ...typed, ...ticked }),
    },
    applicationError,
  );

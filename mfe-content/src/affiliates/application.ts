import { affiliateApplicationSchema } from '@ve/contracts/http/messaging/affiliates';
import { createFormReaderByContract } from '@ve/mfe-kit/typed-form';
import { messageFormError } from '../platform/message-form.tsx';
import { messages } from './messages.en-gb.ts';

/** The fields of the form, from top to bottom; the last two are boxes to tick. */
export const affiliateApplicationFields = ['name', 'email', 'website', 'content', 'message', 'adult', 'terms'] as const;

export type AffiliateApplicationField = (typeof affiliateApplicationFields)[number];

const { errors: errorMessages } = messages.form;

/** The error message for an invalid field, given its value. */
function applicationError(field: AffiliateApplicationField, typed: string): string {
  return field === 'name' || field === 'email' || field === 'message'
    ? messageFormError(field, typed, errorMessages.message)
    : errorMessages[field];
}

/** Reads the fields as an application. */
export const createAffiliateApplicationReader = (ticked: { adult: boolean; terms: boolean }) =>
  createFormReaderByContract(
    {
      safeParse: (typed: Record<AffiliateApplicationField, string>) =>
        affiliateApplicationSchema.safeParse({ ...typed, ...ticked }),
    },
    applicationError,
  );

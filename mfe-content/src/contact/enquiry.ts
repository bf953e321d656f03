import { contactEnquirySchema } from '@ve/contracts/http/messaging/contact';
import { createFormReaderByContract } from '@ve/mfe-kit/typed-form';
import { messageFormError } from '../platform/message-form.tsx';
import { messages } from './messages.en-gb.ts';

/** The text fields of the form, from top to bottom. */
export const enquiryFields = ['name', 'email', 'registration', 'message'] as const;

type EnquiryField = (typeof enquiryFields)[number];

const { errors: errorMessages } = messages.form;

/** The error message for an invalid field, given its value. */
function enquiryError(field: EnquiryField, typed: string): string {
  return field === 'registration' ? errorMessages.registration : messageFormError(field, typed, errorMessages.message);
}

/** Reads the fields as an enquiry, or as a complaint. */
export const createEnquiryReader = (isComplaint: boolean) =>
  createFormReaderByContract(
    {
      safeParse: ({ registration, ...typed }: Record<EnquiryField, string>) =>
        contactEnquirySchema.safeParse({
          ...typed,
          ...(registration === '' ? {} : { registration }),
          ...(isComplaint ? { kind: 'complaint' } : {}),
        }),
    },
    enquiryError,
  );

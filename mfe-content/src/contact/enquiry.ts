import { contactEnquirySchema } from '@ve/contracts/http/messaging/contact';
import { byContract } from '@ve/mfe-kit/typed-form';
import { messageFormError } from '../platform/message-form.tsx';
import { messages } from './messages.en-gb.ts';

/** The text fields of the form, from top to bottom. */
export const enquiryFields = ['name', 'email', 'registration', 'message'] as const;

type EnquiryField = (typeof enquiryFields)[number];

const { errors: words } = messages.form;

/** The error message for an invalid field, given its value. */
function enquiryError(field: EnquiryField, typed: string): string {
  return field === 'registration' ? words.registration : messageFormError(field, typed, words.message);
}

/** Reads the fields as an enquiry, or as a complaint. */
export const enquiryReader = (isComplaint: boolean) =>
  byContract(
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

import { contactEnquirySchema, contactLimits } from '@ve/contracts/http/messaging/contact';
import { byContract } from '@ve/mfe-kit/typed-form';
import { emailError } from '../platform/email-error.ts';
import { messages } from './messages.en-gb.ts';

/** The text fields of the form, from top to bottom. */
export const enquiryFields = ['name', 'email', 'registration', 'message'] as const;

type EnquiryField = (typeof enquiryFields)[number];

const { errors: words } = messages.form;

/** The error message for an invalid field, given its value. */
function enquiryError(field: EnquiryField, typed: string): string {
  const long = typed.length > contactLimits[field];
  switch (field) {
    case 'name':
      return long ? words.nameLong : words.name;
    case 'message':
      return long ? words.messageLong : words.message;
    case 'email':
      return emailError(typed);
    case 'registration':
      return words.registration;
  }
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

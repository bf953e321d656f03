import { contactLimits, contactEnquirySchema, type ContactEnquiry } from '@ve/contracts/http/contact';
import { emailError } from '../platform/email-error.ts';
import { messages } from './messages.en-gb.ts';

export type EnquiryField = 'name' | 'email' | 'registration' | 'message';

export type FieldErrors = Partial<Record<EnquiryField, string>>;

const { errors: words } = messages.form;

/** The error message for an invalid field, given its value. */
function errorOf(field: EnquiryField, typed: string): string {
  const long = typed.trim().length > contactLimits[field];
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

/** Parses the form's fields by the contract: the enquiry, or the errors by field. */
export function readEnquiry(
  form: FormData,
  isComplaint: boolean,
): { enquiry: ContactEnquiry } | { errors: FieldErrors } {
  const typed = (field: EnquiryField): string => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  const registration = typed('registration').trim();
  const parsed = contactEnquirySchema.safeParse({
    name: typed('name'),
    email: typed('email'),
    message: typed('message'),
    ...(registration === '' ? {} : { registration }),
    ...(isComplaint ? { kind: 'complaint' } : {}),
  });
  if (parsed.success) return { enquiry: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const fields: readonly EnquiryField[] = ['name', 'email', 'registration', 'message'];
  return {
    errors: Object.fromEntries(
      fields.filter((field) => wrong.has(field)).map((field) => [field, errorOf(field, typed(field))]),
    ),
  };
}

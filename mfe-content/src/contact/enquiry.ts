import { contactBounds, contactEnquirySchema, type ContactEnquiry } from '@ve/contracts/http/contact';
import { emailFault } from '../platform/email-fault.ts';
import { messages } from './messages.en-gb.ts';

export type EnquiryField = 'name' | 'email' | 'registration' | 'message';

export type Faults = Partial<Record<EnquiryField, string>>;

const { faults: words } = messages.form;

/** The words for what is wrong with one field, given what was typed into it. */
function faultOf(field: EnquiryField, typed: string): string {
  const long = typed.trim().length > contactBounds[field];
  switch (field) {
    case 'name':
      return long ? words.nameLong : words.name;
    case 'message':
      return long ? words.messageLong : words.message;
    case 'email':
      return emailFault(typed);
    case 'registration':
      return words.registration;
  }
}

/** Reads the form's fields by the contract: the enquiry, or what must be put right first. */
export function readEnquiry(form: FormData): { enquiry: ContactEnquiry } | { faults: Faults } {
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
  });
  if (parsed.success) return { enquiry: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const fields: readonly EnquiryField[] = ['name', 'email', 'registration', 'message'];
  return {
    faults: Object.fromEntries(
      fields.filter((field) => wrong.has(field)).map((field) => [field, faultOf(field, typed(field))]),
    ),
  };
}

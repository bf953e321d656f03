import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { longestEmail } from '@ve/domain/email/parse-email';
import { email, line, text } from '../fields.ts';

/** Maximum length of each field of an enquiry, in characters. */
export const contactLimits = { name: 120, email: longestEmail, message: 4_000, registration: 20 } as const;

/** A general enquiry. */
export const contactEnquirySchema = z.object({
  name: line(contactLimits.name),
  email,
  message: text(contactLimits.message),
  /** The vehicle the enquiry is about, as typed. */
  registration: z.optional(line(contactLimits.registration)),
});

export type ContactEnquiry = z.infer<typeof contactEnquirySchema>;

/** Answered once the mail to support is queued; the sender gets a confirmation. */
export const sendEnquiry = endpoint({
  method: 'POST',
  path: '/api/contact',
  body: contactEnquirySchema,
  answers: { 202: undefined },
  problems: [],
});

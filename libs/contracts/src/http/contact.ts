import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { longestEmail } from '@ve/domain/email/parse-email';
import { email } from '../fields.ts';

/** The longest that each part of an enquiry may be, in characters. */
export const contactBounds = { name: 120, email: longestEmail, message: 4_000, registration: 20 } as const;

/** One line: it goes into a mail's headers, so no line break, no other control mark, nothing that turns text round. */
const line = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u));

/** Text of many lines, without any other control mark. */
const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^(?:[^\p{Cc}]|[\t\n\r])*$/u));

/** A general enquiry. */
export const contactEnquirySchema = z.object({
  name: line(contactBounds.name),
  email,
  message: text(contactBounds.message),
  /** The vehicle it is about, as typed. */
  registration: z.optional(line(contactBounds.registration)),
});

export type ContactEnquiry = z.infer<typeof contactEnquirySchema>;

/** Answered once the enquiry is queued to support; a confirmation goes to the sender. */
export const sendEnquiry = endpoint({
  method: 'POST',
  path: '/api/contact',
  body: contactEnquirySchema,
  answers: { 202: undefined },
  problems: [],
});

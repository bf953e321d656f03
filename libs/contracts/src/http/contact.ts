import * as z from 'zod/mini';

/** The longest that each part of an enquiry may be, in characters. */
export const contactBounds = { name: 120, email: 254, message: 4_000, registration: 20 } as const;

const filled = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/**
 * Body of `POST /api/contact`: a general enquiry. Answered 202 without a body once it is queued to support; a
 * confirmation goes to the sender.
 */
export const contactEnquirySchema = z.object({
  name: filled(contactBounds.name),
  email: z.string().check(z.trim(), z.maxLength(contactBounds.email), z.email()),
  message: filled(contactBounds.message),
  /** The vehicle it is about, as typed. */
  registration: z.optional(filled(contactBounds.registration)),
});

export type ContactEnquiry = z.infer<typeof contactEnquirySchema>;

/** The answer: nothing but that it was taken. */
export const contactAcceptedSchema = z.undefined();

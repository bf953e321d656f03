import * as z from 'zod/mini';
import { statusErrors } from './status-errors.ts';

/**
 * Every problem a caller may receive: its stable code, HTTP status and user-facing title. Titles fixed by the
 * specification (section 8) are verbatim.
 */
export const errors = {
  ...statusErrors,
  'registration-required': { status: 400, title: 'Registration number is required' },
  'registration-invalid': { status: 400, title: 'That is not a UK registration number. Check it and try again.' },
  'signature-refused': { status: 401, title: 'This request is not signed as we expect' },
  'access-denied': { status: 403, title: 'You do not have access to this' },
  busy: { status: 503, title: 'We are checking more vehicles than usual. Try again in a minute.' },
  'sign-in-attempts-exceeded': {
    status: 429,
    title: 'Too many sign-in attempts. Please wait a few minutes before trying again.',
  },
  'sign-in-mails-exceeded': {
    status: 429,
    title: 'Email rate limit exceeded. Please wait a few minutes before requesting another sign-in link.',
  },
  'payment-attempts-exceeded': {
    status: 429,
    title: 'Too many payment attempts. Nothing was charged. Wait an hour and try again.',
  },
  'checkout-failed': { status: 503, title: 'Checkout creation failed. Nothing was charged. Try again in a minute.' },
  'payments-unavailable': {
    status: 503,
    title: 'Our payment provider does not answer right now. Try again in a minute.',
  },
  'vehicle-data-failed': {
    status: 503,
    title: 'None of our sources answered. This says nothing about the vehicle. Try again in a minute.',
  },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

/** RFC 9457 problem document, as `application/problem+json`. */
export const problemSchema = z.object({
  type: z.string(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** One entry per invalid field, with a user-facing message. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof problemSchema>;

import * as z from 'zod/mini';

/**
 * Every failure a caller may meet: the stable code, its HTTP status and the words shown to the user.
 * Words that the specification fixes (section 8) stand here as it has them.
 */
export const errors = {
  'registration-required': { status: 400, title: 'Registration number is required' },
  'registration-invalid': {
    status: 400,
    title: 'Enter a registration number that is 2 to 7 letters and numbers, like AB12 CDE',
  },
  'request-invalid': { status: 400, title: 'The request is not in the form this service expects' },
  'request-too-large': { status: 413, title: 'The request is larger than this service accepts' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'media-type-unsupported': { status: 415, title: 'Send this request as JSON' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not answer that method' },
  'origin-refused': { status: 403, title: 'This request did not come from our own pages' },
  'too-many-requests': { status: 429, title: 'Too many requests. Wait a minute and try again.' },
  'vehicle-data-failed': { status: 503, title: 'No vehicle data received from API' },
  'service-unavailable': { status: 503, title: 'The service is not available right now. Try again in a minute.' },
  'internal-error': { status: 500, title: 'Something went wrong at our end. Try again in a minute.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

/** RFC 9457 problem document, as `application/problem+json`. */
export const problemSchema = z.object({
  type: z.string(),
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** One line a faulty field, in the user's words. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof problemSchema>;

import * as z from 'zod/mini';
import { releasePublishingErrors } from './release-errors.ts';
import { genericStatusErrors } from './status-errors.ts';
import { userActionErrors } from './user-errors.ts';

/**
 * Every problem a caller may receive: its stable code, HTTP status and user-facing title. Titles fixed by the
 * specification (section 8) are verbatim.
 */
export const apiErrors = {
  ...genericStatusErrors,
  ...userActionErrors,
  ...releasePublishingErrors,
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof apiErrors;

/** RFC 9457 problem document, as `application/problem+json`. */
export const problemSchema = z.object({
  type: z.string(),
  code: z.enum(Object.keys(apiErrors) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** One entry per invalid field, with a user-facing message. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof problemSchema>;

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';

const bounded = (max: number) => z.string().check(z.maxLength(max));

/** The error types of the specification's error-log badges (section 8). */
export const errorLogTypes = [
  'JavaScript Error',
  'React Error',
  'Payment Error',
  'Payment Component Error',
  'Unhandled Promise Rejection',
] as const;

/** An error in a page; the sender truncates its texts to these limits. */
export const errorLogSchema = z.object({
  timestamp: z.iso.datetime(),
  error_message: bounded(1_000).check(z.minLength(1)),
  error_stack: z.nullable(bounded(8_000)),
  user_agent: bounded(400),
  /** Path only: no query, no fragment. */
  url: bounded(400),
  session_id: z.nullable(bounded(64)),
  error_type: z.enum(errorLogTypes),
  component_name: z.nullable(bounded(120)),
  additional_data: z.object({
    componentStack: z.optional(bounded(4_000)),
    errorBoundary: z.optional(bounded(120)),
    isPaymentRelated: z.optional(z.boolean()),
    errorName: z.optional(bounded(120)),
    url: z.optional(bounded(400)),
    timestamp: z.optional(z.iso.datetime()),
    /** The remote and release on the page. */
    remote: z.optional(bounded(120)),
  }),
});

export type ErrorLogEntry = z.infer<typeof errorLogSchema>;

/** The response is the same whether or not the report is stored. */
export const reportPageErrorEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/error-logs',
  body: errorLogSchema,
  answers: { 204: undefined },
  problems: [],
});

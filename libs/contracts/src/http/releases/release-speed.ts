import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';

/** In milliseconds; longer times are implausible. */
const time = z.optional(z.int().check(z.minimum(0), z.maximum(600_000)));

/** The web vitals of one page view, as `web-vitals` measured them; contains nothing that identifies the visitor. */
export const pageSpeedSchema = z.object({
  /** Remote and release that own the page: `mfe-report@1a2b3c`. */
  remote: z.string().check(
    z.regex(/^mfe-[a-z][a-z0-9-]{1,40}@[A-Za-z0-9._-]{1,64}$/),
    z.refine((text) => /@[A-Za-z0-9]/.test(text), 'must have a version that begins with a letter or a digit'),
  ),
  /** The route of the page, as in the remote's manifest, never an address: `/blog/:id`. */
  route: z.optional(z.string().check(z.maxLength(200))),
  readings: z.object({
    LCP: time,
    INP: time,
    CLS: z.optional(z.number().check(z.minimum(0), z.maximum(1_000))),
    /** The time to the document's first byte. */
    TTFB: time,
  }),
});

export type PageSpeed = z.infer<typeof pageSpeedSchema>;

/** The response is the same whether or not the readings are counted. */
export const reportPageSpeedEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/visitor/vitals',
  body: pageSpeedSchema,
  answers: { 204: undefined },
  problems: [],
});

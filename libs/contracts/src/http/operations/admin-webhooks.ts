import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { line } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { pageOf, pageQuery, reason } from '../kernel/admin-page.ts';

export const stripeEventStates = ['failed', 'waiting', 'processed'] as const;

/** What the events are filtered by; all that is given has to match. */
export const stripeEventFilters = {
  state: z.optional(z.enum(stripeEventStates)),
  /** Exactly, as Stripe names it. */
  type: z.optional(z.string().check(z.regex(/^[a-z0-9_.]{1,120}$/))),
  /** Of the object that it is about, or its own at Stripe. */
  id: z.optional(line(255)),
};

const stripeEventSchema = z.object({
  id: z.uuid(),
  /** `evt_…` */
  stripeEventId: z.string(),
  type: z.string(),
  objectId: z.nullable(z.string()),
  receivedAt: isoInstant,
  state: z.enum(stripeEventStates),
  /** When it was processed last; of one that is to be processed again, when it was before. */
  processedAt: z.nullable(isoInstant),
  /** The error of the last attempt, without what may identify a person. */
  failure: z.nullable(z.string()),
});

export type ListedStripeEvent = z.infer<typeof stripeEventSchema>;

export const stripeEventPageSchema = pageOf(stripeEventSchema);

export type StripeEventPage = z.infer<typeof stripeEventPageSchema>;

/** The events that Stripe has sent, the last received first. */
export const listStripeEvents = endpoint({
  method: 'GET',
  path: '/api/admin/stripe-events',
  query: z.object({ ...pageQuery, ...stripeEventFilters }),
  answers: { 200: stripeEventPageSchema },
  problems: [],
});

/** `waiting`: its job waits or runs already; nothing was changed. */
export const eventOutcomeSchema = z.object({ outcome: z.enum(['queued', 'waiting']) });

/** Has an event processed again, whether or not it was. A decline that it tells of counts once all the same. */
export const reprocessStripeEvent = endpoint({
  method: 'POST',
  path: '/api/admin/stripe-events/:id/process',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason }),
  answers: { 200: eventOutcomeSchema },
  problems: ['not-found'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { singleLineField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQueryFields, staffReasonField } from '../kernel/admin-list-page.ts';

export const stripeEventStates = ['failed', 'waiting', 'processed'] as const;

/** Filters of the events; an event has to match all of them. */
export const stripeEventFilters = {
  state: z.optional(z.enum(stripeEventStates)),
  /** The event type, exactly as Stripe names it. */
  type: z.optional(z.string().check(z.regex(/^[a-z0-9_.]{1,120}$/))),
  /** The Stripe id of the event, or of the object it is about. */
  id: z.optional(singleLineField(255)),
};

const stripeEventSchema = z.object({
  id: z.uuid(),
  /** `evt_…` */
  stripeEventId: z.string(),
  type: z.string(),
  objectId: z.nullable(z.string()),
  receivedAt: isoInstantSchema,
  state: z.enum(stripeEventStates),
  /** When it was last processed, even if it is queued to be processed again. */
  processedAt: z.nullable(isoInstantSchema),
  /** The error of the last attempt, without personal data. */
  failure: z.nullable(z.string()),
});

export type ListedStripeEvent = z.infer<typeof stripeEventSchema>;

export const stripeEventPageSchema = staffListPageSchemaOf(stripeEventSchema);

export type StripeEventPage = z.infer<typeof stripeEventPageSchema>;

/** The events from Stripe, the latest received first. */
export const listStripeEventsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/stripe-events',
  query: z.object({ ...staffListPageQueryFields, ...stripeEventFilters }),
  answers: { 200: stripeEventPageSchema },
  problems: [],
});

/** `waiting`: its job is queued or running already; nothing was changed. */
export const stripeEventReprocessingOutcomeSchema = z.object({ outcome: z.enum(['queued', 'waiting']) });

/** Processes an event again, whether or not it was processed before. A decline that it reports is counted only once. */
export const reprocessStripeEventEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/stripe-events/:id/process',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: staffReasonField }),
  answers: { 200: stripeEventReprocessingOutcomeSchema },
  problems: ['not-found'],
});

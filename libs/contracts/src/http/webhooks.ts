import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** An event of Stripe, as Stripe sends it. Its content is not trusted: the object is read from Stripe again. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  answers: { 200: undefined },
  problems: [],
});

/** What became of a text, as Twilio posts it: a form. `text`: the id of ours that the address was given. */
export const receiveTextReceipt = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/receipts',
  query: z.object({ text: z.optional(z.uuid()) }),
  answers: { 204: undefined },
  problems: [],
});

/** A text to our number, as Twilio posts it: a form. An empty answer: nothing is to be sent back. */
export const receiveInboundText = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  answers: { 204: undefined },
  problems: [],
});

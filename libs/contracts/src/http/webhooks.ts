import { endpoint } from '../endpoint.ts';

/** An event of Stripe, as Stripe sends it. Its content is not trusted: the object is read from Stripe again. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  answers: { 200: undefined },
  problems: [],
});

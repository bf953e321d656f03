import type Stripe from 'stripe';

/** The events that the workers handle: a webhook endpoint subscribes to these, and stores no others. */
export const handledStripeEvents = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.refunded',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.updated',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice_payment.paid',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.requires_action',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const handled: ReadonlySet<string> = new Set(handledStripeEvents);

export const isHandledStripeEvent = (type: string): boolean => handled.has(type);

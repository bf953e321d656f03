import { stripeAccountOperations } from './account.operations.ts';
import { stripeProductAndPriceOperations } from './catalogue.operations.ts';
import { stripeChargeOperations } from './charges.operations.ts';
import { stripeConfirmationTokenOperations } from './confirmation-tokens.operations.ts';
import { stripeCustomerOperations } from './customers.operations.ts';
import { stripeEventOperations } from './events.operations.ts';
import { stripeIntentOperations } from './intents.operations.ts';
import { stripeInvoiceOperations } from './invoices.operations.ts';
import type { StripeOperations } from './operation.ts';
import { stripePaymentMethodOperations } from './payment-methods.operations.ts';
import { stripeSubscriptionOperations } from './subscriptions.operations.ts';
import { stripeTestClockOperations } from './test-clocks.operations.ts';
import { stripeWebhookEndpointOperations } from './webhook-endpoints.operations.ts';

/** Every operation of the API that the sandbox serves. */
export const allStripeOperations: StripeOperations = {
  ...stripeCustomerOperations,
  ...stripePaymentMethodOperations,
  ...stripeIntentOperations,
  ...stripeConfirmationTokenOperations,
  ...stripeProductAndPriceOperations,
  ...stripeSubscriptionOperations,
  ...stripeInvoiceOperations,
  ...stripeChargeOperations,
  ...stripeEventOperations,
  ...stripeWebhookEndpointOperations,
  ...stripeAccountOperations,
  ...stripeTestClockOperations,
};

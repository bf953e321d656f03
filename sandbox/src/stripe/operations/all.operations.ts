import { catalogueOperations } from './catalogue.operations.ts';
import { chargeOperations } from './charges.operations.ts';
import { confirmationTokenOperations } from './confirmation-tokens.operations.ts';
import { customerOperations } from './customers.operations.ts';
import { eventOperations } from './events.operations.ts';
import { intentOperations } from './intents.operations.ts';
import { invoiceOperations } from './invoices.operations.ts';
import type { StripeOperations } from './operation.ts';
import { paymentMethodOperations } from './payment-methods.operations.ts';
import { subscriptionOperations } from './subscriptions.operations.ts';
import { testClockOperations } from './test-clocks.operations.ts';
import { webhookEndpointOperations } from './webhook-endpoints.operations.ts';

/** Every operation of the API that the sandbox serves. */
export const allStripeOperations: StripeOperations = {
  ...customerOperations,
  ...paymentMethodOperations,
  ...intentOperations,
  ...confirmationTokenOperations,
  ...catalogueOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...chargeOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...testClockOperations,
};

import { createSimulatedConfirmationToken, confirmationTokenParameters } from '../confirmation-tokens.ts';
import { toStripeApiConfirmationToken } from '../views/confirmation-token.view.ts';
import type { StripeOperations } from './operation.ts';

export const stripeConfirmationTokenOperations: StripeOperations = {
  // Stripe.js's own call, which the SDK does not have.
  'POST /v1/confirmation_tokens': {
    takes: confirmationTokenParameters,
    publishable: true,
    run: ({ account, given, secret }) =>
      toStripeApiConfirmationToken(createSimulatedConfirmationToken(account, given, secret)),
  },
  'GET /v1/confirmation_tokens/:id': {
    takes: [],
    run: ({ account, id }) => toStripeApiConfirmationToken(account.confirmationToken(id)),
  },
  'POST /v1/test_helpers/confirmation_tokens': {
    takes: confirmationTokenParameters,
    run: ({ account, given, secret }) =>
      toStripeApiConfirmationToken(createSimulatedConfirmationToken(account, given, secret)),
  },
};

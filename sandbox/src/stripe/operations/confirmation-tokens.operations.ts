import { createConfirmationToken, confirmationTokenParameters } from '../confirmation-tokens.ts';
import { confirmationTokenView } from '../views/confirmation-token.view.ts';
import type { StripeOperations } from './operation.ts';

export const confirmationTokenOperations: StripeOperations = {
  // Stripe.js's own call, which the SDK does not have.
  'POST /v1/confirmation_tokens': {
    takes: confirmationTokenParameters,
    publishable: true,
    run: ({ account, given, secret }) => confirmationTokenView(createConfirmationToken(account, given, secret)),
  },
  'GET /v1/confirmation_tokens/:id': {
    takes: [],
    run: ({ account, id }) => confirmationTokenView(account.confirmationToken(id)),
  },
  'POST /v1/test_helpers/confirmation_tokens': {
    takes: confirmationTokenParameters,
    run: ({ account, given, secret }) => confirmationTokenView(createConfirmationToken(account, given, secret)),
  },
};

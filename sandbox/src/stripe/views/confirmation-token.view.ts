import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedConfirmationToken } from '../state.types.ts';
import { cardViewFields } from './payment-method.view.ts';

export const toStripeApiConfirmationToken = (token: SimulatedConfirmationToken): StripeApiObject =>
  fillMissingStripeFields('confirmation_token', {
    id: token.id,
    created: token.created,
    expires_at: token.usedBy === null ? token.expiresAt : null,
    livemode: false,
    metadata: token.metadata,
    payment_intent: token.usedBy?.startsWith('pi_') ? token.usedBy : null,
    setup_intent: token.usedBy?.startsWith('seti_') ? token.usedBy : null,
    payment_method_preview: {
      type: 'card',
      allow_redisplay: 'unspecified',
      billing_details: token.billingDetails,
      customer: null,
      customer_account: null,
      card: {
        ...cardViewFields(token),
        display_brand: token.card.brand,
        networks: { available: [token.card.brand], preferred: null },
        three_d_secure_usage: { supported: true },
      },
    },
    return_url: token.returnUrl,
    setup_future_usage: token.setupFutureUsage,
    use_stripe_sdk: true,
  });

import type { SimulatedStripeAccount } from '../account.ts';
import type { StripeApiObject, JsonObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedPaymentIntent, SimulatedSetupIntent } from '../state.types.ts';

/** The URL of the page where the holder authenticates. */
const authenticationUrl = (
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
): string => account.page(`/stripe/3ds/${intent.id}?client_secret=${intent.clientSecret}`);

function nextAction(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
): JsonObject | null {
  if (intent.status !== 'requires_action') return null;
  const url = authenticationUrl(account, intent);
  return intent.returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: intent.returnUrl } };
}

const common = (
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
): JsonObject => ({
  id: intent.id,
  created: intent.created,
  client_secret: intent.clientSecret,
  customer: intent.customer,
  description: intent.description,
  metadata: intent.metadata,
  payment_method: intent.paymentMethod,
  automatic_payment_methods: intent.automatic
    ? { enabled: true, ...(intent.allowRedirects !== null && { allow_redirects: intent.allowRedirects }) }
    : null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  allowed_payment_method_types: intent.automatic ? null : ['card'],
  payment_method_types: ['card'],
  cancellation_reason: intent.cancellationReason,
  next_action: nextAction(account, intent),
  status: intent.status,
  livemode: false,
});

export function toStripeApiPaymentIntent(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
): StripeApiObject {
  const paid = intent.status === 'succeeded' ? intent.amount : 0;
  return fillMissingStripeFields('payment_intent', {
    ...common(account, intent),
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: paid,
    currency: intent.currency,
    canceled_at: intent.canceledAt,
    capture_method: 'automatic_async',
    confirmation_method: intent.confirmationMethod,
    last_payment_error: intent.lastError,
    latest_charge: intent.latestCharge,
    receipt_email: intent.receiptEmail,
    setup_future_usage: intent.setupFutureUsage,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
  });
}

/** The fields that a publishable key may read. */
const publicFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
];

/** An intent as Stripe.js may see it: without the customer and metadata. */
export const toIntentForStripeJs = (view: StripeApiObject): StripeApiObject => ({
  object: view.object,
  ...Object.fromEntries(Object.entries(view).filter(([name]) => publicFields.includes(name))),
});

export function toStripeApiSetupIntent(account: SimulatedStripeAccount, intent: SimulatedSetupIntent): StripeApiObject {
  return fillMissingStripeFields('setup_intent', {
    ...common(account, intent),
    last_setup_error: intent.lastError,
    usage: intent.usage,
  });
}

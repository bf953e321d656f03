import type { SimulatedStripeAccount } from './account.ts';
import type { TypedStripeRequestParameters } from './typed-request-parameters.ts';
import { newStripeId } from './ids.ts';
import {
  createSimulatedPaymentMethod,
  findOrCreateSimulatedPaymentMethod,
  type PaymentMethodData,
  readPaymentMethodData,
} from './payment-methods.ts';
import type { SimulatedConfirmationToken, SimulatedPaymentMethod } from './state.types.ts';
import { stripeInvalidRequestError, stripeMissingParameterError } from './stripe-error.ts';

const livesSeconds = 12 * 3_600;

export const confirmationTokenParameters = [
  'payment_method',
  'payment_method_data',
  'return_url',
  'setup_future_usage',
] as const;

function paymentMethodDataOf(
  account: SimulatedStripeAccount,
  given: TypedStripeRequestParameters,
  secret: boolean,
): PaymentMethodData {
  const id = given.text('payment_method');
  if (id !== undefined) return findOrCreateSimulatedPaymentMethod(account, id, 'payment_method');
  if (!given.has('payment_method_data')) throw stripeMissingParameterError('payment_method_data');
  const data = given
    .inner('payment_method_data')
    .only(['type', 'card', 'billing_details', 'metadata', 'allow_redisplay']);
  return readPaymentMethodData(account, data, secret);
}

/** Creates a token of the card that Stripe.js collected, for a server to confirm an intent with. */
export function createSimulatedConfirmationToken(
  account: SimulatedStripeAccount,
  given: TypedStripeRequestParameters,
  secret: boolean,
): SimulatedConfirmationToken {
  const { billingDetails, card, expMonth, expYear, metadata } = paymentMethodDataOf(account, given, secret);
  const created = account.now();
  return account.confirmationTokens.add({
    id: newStripeId('ctoken'),
    created,
    expiresAt: created + livesSeconds,
    billingDetails,
    card,
    expMonth,
    expYear,
    metadata,
    returnUrl: given.text('return_url') ?? null,
    setupFutureUsage: given.text('setup_future_usage') ?? null,
    usedBy: null,
  });
}

/** Redeems a token for an intent: the card becomes a payment method. @throws when the token was used or has expired */
export function redeemSimulatedConfirmationToken(
  account: SimulatedStripeAccount,
  token: SimulatedConfirmationToken,
  intent: string,
): SimulatedPaymentMethod {
  const param = 'confirmation_token';
  if (token.usedBy !== null) {
    const message = `The provided confirmation_token (${token.id}) has already been used. A ConfirmationToken can confirm one PaymentIntent or SetupIntent, once.`;
    throw stripeInvalidRequestError(message, { param });
  }
  if (token.expiresAt <= account.now()) {
    throw stripeInvalidRequestError(`The provided confirmation_token (${token.id}) has expired.`, { param });
  }
  token.usedBy = intent;
  const { billingDetails, card, expMonth, expYear, metadata } = token;
  return createSimulatedPaymentMethod(account, { billingDetails, card, expMonth, expYear, metadata });
}

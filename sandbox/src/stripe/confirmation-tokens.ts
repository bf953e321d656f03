import type { StripeAccount } from './account.ts';
import type { TypedRequestParameters } from './typed-request-parameters.ts';
import { newStripeId } from './ids.ts';
import { createPaymentMethod, findPaymentMethod, type PaymentMethodData, readMethodData } from './payment-methods.ts';
import type { ConfirmationToken, PaymentMethod } from './state.types.ts';
import { stripeInvalidRequest, stripeMissingParameter } from './stripe-error.ts';

const livesSeconds = 12 * 3_600;

export const confirmationTokenParameters = [
  'payment_method',
  'payment_method_data',
  'return_url',
  'setup_future_usage',
] as const;

function paymentMethodDataOf(
  account: StripeAccount,
  given: TypedRequestParameters,
  secret: boolean,
): PaymentMethodData {
  const id = given.text('payment_method');
  if (id !== undefined) return findPaymentMethod(account, id, 'payment_method');
  if (!given.has('payment_method_data')) throw stripeMissingParameter('payment_method_data');
  const data = given
    .inner('payment_method_data')
    .only(['type', 'card', 'billing_details', 'metadata', 'allow_redisplay']);
  return readMethodData(account, data, secret);
}

/** Creates a token of the card that Stripe.js collected, for a server to confirm an intent with. */
export function createConfirmationToken(
  account: StripeAccount,
  given: TypedRequestParameters,
  secret: boolean,
): ConfirmationToken {
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
export function redeemConfirmationToken(
  account: StripeAccount,
  token: ConfirmationToken,
  intent: string,
): PaymentMethod {
  const param = 'confirmation_token';
  if (token.usedBy !== null) {
    const message = `The provided confirmation_token (${token.id}) has already been used. A ConfirmationToken can confirm one PaymentIntent or SetupIntent, once.`;
    throw stripeInvalidRequest(message, { param });
  }
  if (token.expiresAt <= account.now()) {
    throw stripeInvalidRequest(`The provided confirmation_token (${token.id}) has expired.`, { param });
  }
  token.usedBy = intent;
  const { billingDetails, card, expMonth, expYear, metadata } = token;
  return createPaymentMethod(account, { billingDetails, card, expMonth, expYear, metadata });
}

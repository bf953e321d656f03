import type { SimulatedStripeAccount } from './account.ts';
import { redeemSimulatedConfirmationToken } from './confirmation-tokens.ts';
import type { TypedStripeRequestParameters } from './typed-request-parameters.ts';
import { applyPaymentToInvoice } from './invoices.ts';
import {
  attemptSimulatedPayment,
  authenticationFailureError,
  markIntentAwaitingConfirmation,
  failSimulatedPaymentIntent,
  toStripeApiIntent,
} from './payment-intents.ts';
import {
  createSimulatedPaymentMethod,
  findOrCreateSimulatedPaymentMethod,
  readPaymentMethodData,
} from './payment-methods.ts';
import { attemptCardSetup, failSimulatedSetupIntent } from './setup-intents.ts';
import type { SimulatedPaymentIntent, SimulatedPaymentMethod, SimulatedSetupIntent } from './state.types.ts';
import { stripeInvalidRequestError, type StripeError } from './stripe-error.ts';

type AnyIntent = SimulatedPaymentIntent | SimulatedSetupIntent;

/** The parameters of a confirmation, also as part of the creation. */
export const intentConfirmationParameters = [
  'payment_method',
  'payment_method_data',
  'confirmation_token',
  'return_url',
  'use_stripe_sdk',
  'mandate_data',
] as const;

const nameOf = (intent: AnyIntent): string => ('amount' in intent ? 'PaymentIntent' : 'SetupIntent');

const unexpectedState = (account: SimulatedStripeAccount, intent: AnyIntent, message: string): StripeError =>
  'amount' in intent
    ? stripeInvalidRequestError(message, {
        code: 'payment_intent_unexpected_state',
        payment_intent: toStripeApiIntent(account, intent),
      })
    : stripeInvalidRequestError(message, {
        code: 'setup_intent_unexpected_state',
        setup_intent: toStripeApiIntent(account, intent),
      });

/** The card that a request names, for an intent of this customer; null when it names none. */
export function paymentMethodOfRequest(
  account: SimulatedStripeAccount,
  { customer, given, secret }: { customer: string | null; given: TypedStripeRequestParameters; secret: boolean },
): SimulatedPaymentMethod | null {
  const id = given.text('payment_method');
  if (id === undefined && !given.has('payment_method_data')) return null;
  const data = given
    .inner('payment_method_data')
    .only(['type', 'card', 'billing_details', 'metadata', 'allow_redisplay']);
  const method =
    id === undefined
      ? createSimulatedPaymentMethod(account, readPaymentMethodData(account, data, secret))
      : findOrCreateSimulatedPaymentMethod(account, id, 'payment_method');
  if (method.customer !== null && method.customer !== customer) {
    throw stripeInvalidRequestError(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  return method;
}

/** With manual confirmation, the client secret alone does not allow trying cards. */
function checkConfirmable(intent: AnyIntent, secret: boolean): void {
  if (secret || !('amount' in intent) || intent.confirmationMethod === 'automatic') return;
  throw stripeInvalidRequestError(
    `This PaymentIntent ${intent.id} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
    { code: 'payment_intent_unexpected_state' },
  );
}

/** Confirms an intent with a card, else that of a confirmation token, else its own. @throws the bank's refusal */
export function confirmSimulatedIntent(
  account: SimulatedStripeAccount,
  intent: AnyIntent,
  {
    card,
    given,
    secret,
  }: { card: SimulatedPaymentMethod | null; given: TypedStripeRequestParameters; secret: boolean },
): void {
  const name = nameOf(intent);
  checkConfirmable(intent, secret);
  if (intent.status === 'succeeded') {
    const message = `You cannot confirm this ${name} because it has already succeeded after being previously confirmed.`;
    throw unexpectedState(account, intent, message);
  }
  if (intent.status === 'canceled') {
    const message = `You cannot confirm this ${name} because it has been canceled.`;
    throw unexpectedState(account, intent, message);
  }
  if (intent.status === 'processing') {
    const message = `You cannot confirm this ${name} because it has a status of processing.`;
    throw unexpectedState(account, intent, message);
  }
  const tokenId = given.text('confirmation_token');
  const token = tokenId === undefined ? null : account.confirmationToken(tokenId, 'confirmation_token');
  const chosen = card ?? (token && redeemSimulatedConfirmationToken(account, token, intent.id));
  const method = chosen ?? (intent.paymentMethod === null ? null : account.paymentMethod(intent.paymentMethod));
  if (!method) {
    const message = `You cannot confirm this ${name} because it's missing a payment method. You can either update the ${name} with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.`;
    throw unexpectedState(account, intent, message);
  }
  const returnUrl = given.text('return_url') ?? token?.returnUrl ?? null;
  const bySdk = given.flag('use_stripe_sdk') ?? (token !== null || !secret);
  if (returnUrl === null && !bySdk && intent.automatic && intent.allowRedirects !== 'never') {
    throw stripeInvalidRequestError(
      `This ${name} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
    );
  }
  intent.returnUrl = bySdk ? null : returnUrl;
  if (token?.setupFutureUsage && 'amount' in intent) intent.setupFutureUsage = token.setupFutureUsage;
  const error = attempt(account, intent, { method, given, authenticated: chosen === null });
  if (error) throw error;
}

/** @param authenticated whether the card is still the one that the holder may have authenticated for */
function attempt(
  account: SimulatedStripeAccount,
  intent: AnyIntent,
  {
    method,
    given,
    authenticated,
  }: { method: SimulatedPaymentMethod; given: TypedStripeRequestParameters; authenticated: boolean },
): StripeError | null {
  if (!('amount' in intent)) return attemptCardSetup(account, intent, { method, authenticated: false });
  const usage = given.text('setup_future_usage');
  if (usage === 'on_session' || usage === 'off_session') intent.setupFutureUsage = usage;
  intent.receiptEmail = given.textOr('receipt_email', intent.receiptEmail);
  const without = given.flag('off_session') ?? given.text('off_session') !== undefined;
  const skipAuthentication = without || given.flag('error_on_requires_action') === true;
  const error = attemptSimulatedPayment(account, intent, {
    method,
    offSession: without,
    authenticated: authenticated && intent.authenticated,
    skipAuthentication,
  });
  applyPaymentToInvoice(account, intent, error);
  return error;
}

/**
 * Applies the holder's decision on the bank's page. A payment can still be declined after it; with manual confirmation,
 * by its next one. @throws when the intent does not require authentication
 */
export function finishBankAuthentication(account: SimulatedStripeAccount, intent: AnyIntent, complete: boolean): void {
  if (intent.status !== 'requires_action' || intent.paymentMethod === null) {
    throw unexpectedState(account, intent, `This ${nameOf(intent)} does not ask for authentication.`);
  }
  const method = account.paymentMethod(intent.paymentMethod);
  if ('amount' in intent && complete && intent.confirmationMethod === 'manual') {
    markIntentAwaitingConfirmation(intent);
    return;
  }
  if ('amount' in intent) {
    const error = complete
      ? attemptSimulatedPayment(account, intent, {
          method,
          offSession: false,
          authenticated: true,
          skipAuthentication: false,
        })
      : authenticationFailureError('payment_intent_authentication_failure', method);
    if (!complete && error) failSimulatedPaymentIntent(account, intent, error);
    applyPaymentToInvoice(account, intent, error);
    return;
  }
  if (complete) attemptCardSetup(account, intent, { method, authenticated: true });
  else
    failSimulatedSetupIntent(
      account,
      intent,
      authenticationFailureError('setup_intent_authentication_failure', method),
    );
}

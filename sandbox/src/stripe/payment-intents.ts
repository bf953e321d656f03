import type { SimulatedStripeAccount } from './account.ts';
import { authenticationRequiredDecline, bankVerdictOnPayment, type BankDecline } from './cards.ts';
import { openSimulatedDispute } from './disputes.ts';
import { newStripeClientSecret, newStripeId } from './ids.ts';
import { attachPaymentMethodAfterPayment } from './payment-methods.ts';
import type {
  SimulatedCharge,
  SimulatedPaymentIntent,
  SimulatedPaymentMethod,
  SimulatedSetupIntent,
} from './state.types.ts';
import { stripeCardError, stripeInvalidRequestError, type StripeError } from './stripe-error.ts';
import { toStripeApiCharge } from './views/charge.view.ts';
import { toStripeApiPaymentIntent, toStripeApiSetupIntent } from './views/intents.view.ts';
import { toStripeApiPaymentMethod } from './views/payment-method.view.ts';

/** Stripe's minimum charge, in pence. */
const minAmount = 30;
const maxAmount = 99_999_999;

/** @throws amount_too_small and similar errors */
export function requireChargeableAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/i.test(currency)) {
    throw stripeInvalidRequestError(`Invalid currency: ${currency}.`, { param: 'currency' });
  }
  if (amount < 1) {
    throw stripeInvalidRequestError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount < minAmount) {
    throw stripeInvalidRequestError('Amount must be at least £0.30 gbp', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > maxAmount) {
    throw stripeInvalidRequestError('Amount must be no more than £999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}

export type NewSimulatedPaymentIntent = Pick<SimulatedPaymentIntent, 'amount' | 'currency' | 'customer'> &
  Partial<SimulatedPaymentIntent>;

export function createSimulatedPaymentIntent(
  account: SimulatedStripeAccount,
  fields: NewSimulatedPaymentIntent,
): SimulatedPaymentIntent {
  const id = newStripeId('pi');
  const intent: SimulatedPaymentIntent = account.paymentIntents.add({
    id,
    created: account.timeFor(fields.customer),
    clientSecret: newStripeClientSecret(id),
    description: null,
    metadata: {},
    paymentMethod: null,
    automatic: false,
    allowRedirects: null,
    status: fields.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    lastError: null,
    returnUrl: null,
    canceledAt: null,
    cancellationReason: null,
    setupFutureUsage: null,
    receiptEmail: null,
    statementDescriptorSuffix: null,
    confirmationMethod: 'automatic',
    authenticated: false,
    latestCharge: null,
    invoice: null,
    ...fields,
  });
  account.emit('payment_intent.created', toStripeApiPaymentIntent(account, intent), { created: intent.created });
  return intent;
}

export interface PaymentAttemptOptions {
  offSession: boolean;
  authenticated: boolean;
  /** The payment is declined where it would need authentication. */
  skipAuthentication: boolean;
}

function recordCharge(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  {
    method,
    decline,
    authenticated,
  }: { method: SimulatedPaymentMethod; decline: BankDecline | null; authenticated: boolean },
): SimulatedCharge {
  const charge = account.charges.add({
    id: newStripeId('ch'),
    created: account.timeFor(intent.customer),
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    paymentIntent: intent.id,
    paymentMethod: { ...method },
    receiptEmail: intent.receiptEmail,
    statementDescriptorSuffix: intent.statementDescriptorSuffix,
    status: decline === null ? 'succeeded' : 'failed',
    failure: decline,
    authenticated,
    disputed: decline === null && method.card.disputed,
  });
  intent.latestCharge = charge.id;
  account.emit(decline === null ? 'charge.succeeded' : 'charge.failed', toStripeApiCharge(account, charge), {
    created: charge.created,
  });
  return charge;
}

function declined(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  { method, decline }: { method: SimulatedPaymentMethod; decline: BankDecline },
): StripeError {
  const charge = recordCharge(account, intent, { method, decline, authenticated: false });
  const { code, declineCode, message } = decline;
  const error = stripeCardError({
    code,
    message,
    charge: charge.id,
    payment_method: toStripeApiPaymentMethod(method),
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(code === 'card_declined' && { advice_code: 'try_again_later' }),
    ...((code === 'incorrect_cvc' || code === 'expired_card') && {
      param: code === 'incorrect_cvc' ? 'cvc' : 'exp_month',
    }),
  });
  failSimulatedPaymentIntent(account, intent, error);
  error.fields.payment_intent = toStripeApiPaymentIntent(account, intent);
  return error;
}

/** The holder has authenticated: the server confirms the payment again. */
export function markIntentAwaitingConfirmation(intent: SimulatedPaymentIntent): void {
  intent.status = 'requires_confirmation';
  intent.authenticated = true;
}

/** Resets an intent to the state in which it needs another card. */
export function failSimulatedPaymentIntent(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  error: StripeError,
): void {
  intent.status = 'requires_payment_method';
  intent.lastError = { ...error.fields };
  intent.paymentMethod = null;
  intent.authenticated = false;
  account.emit('payment_intent.payment_failed', toStripeApiPaymentIntent(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

function succeeded(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  { method, authenticated }: { method: SimulatedPaymentMethod; authenticated: boolean },
): void {
  const charge = recordCharge(account, intent, { method, decline: null, authenticated });
  intent.status = 'succeeded';
  intent.lastError = null;
  if (intent.setupFutureUsage !== null && intent.customer !== null) {
    attachPaymentMethodAfterPayment(account, method, account.customer(intent.customer));
    if (intent.setupFutureUsage === 'off_session') method.setUp = true;
  }
  const now = account.timeFor(intent.customer);
  account.emit('payment_intent.succeeded', toStripeApiPaymentIntent(account, intent), { created: now });
  if (charge.disputed) openSimulatedDispute(account, charge);
}

/**
 * Attempts a payment: the intent succeeds, requires authentication, or needs another card. @returns the bank's refusal,
 * which the intent stores as well; null otherwise
 */
export function attemptSimulatedPayment(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  { method, offSession, authenticated, skipAuthentication }: PaymentAttemptOptions & { method: SimulatedPaymentMethod },
): StripeError | null {
  intent.paymentMethod = method.id;
  intent.authenticated = false;
  const verdict = bankVerdictOnPayment(method.card, { offSession, authenticated, setUp: method.setUp });
  switch (verdict.kind) {
    case 'pay':
      succeeded(account, intent, { method, authenticated });
      return null;
    case 'decline':
      return declined(account, intent, { method, decline: verdict.decline });
    case 'authenticate':
      if (skipAuthentication) return declined(account, intent, { method, decline: authenticationRequiredDecline });
      intent.status = 'requires_action';
      intent.lastError = null;
      account.emit('payment_intent.requires_action', toStripeApiPaymentIntent(account, intent), {
        created: account.timeFor(intent.customer),
      });
      return null;
  }
}

export function cancelSimulatedPaymentIntent(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent,
  reason: string | null,
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw stripeInvalidRequestError(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: toStripeApiPaymentIntent(account, intent) },
    );
  }
  const now = account.timeFor(intent.customer);
  intent.status = 'canceled';
  intent.canceledAt = now;
  intent.cancellationReason = reason;
  account.emit('payment_intent.canceled', toStripeApiPaymentIntent(account, intent), { created: now });
}

const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The error of an intent whose holder did not authenticate. */
export const authenticationFailureError = (code: string, method: SimulatedPaymentMethod): StripeError =>
  stripeInvalidRequestError(notAuthenticated, { code, payment_method: toStripeApiPaymentMethod(method) });

export const toStripeApiIntent = (
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
) => ('amount' in intent ? toStripeApiPaymentIntent(account, intent) : toStripeApiSetupIntent(account, intent));

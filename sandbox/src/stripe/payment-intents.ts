import type { StripeAccount } from './account.ts';
import { needsAuthentication, bankVerdictOnPayment, type BankDecline } from './cards.ts';
import { openDispute } from './disputes.ts';
import { newClientSecret, newStripeId } from './ids.ts';
import { attachAfterPayment } from './payment-methods.ts';
import type { Charge, PaymentIntent, PaymentMethod, SetupIntent } from './state.types.ts';
import { stripeCardError, stripeInvalidRequest, type StripeError } from './stripe-error.ts';
import { chargeView } from './views/charge.view.ts';
import { paymentIntentView, setupIntentView } from './views/intents.view.ts';
import { paymentMethodView } from './views/payment-method.view.ts';

/** Stripe's minimum charge, in pence. */
const minAmount = 30;
const maxAmount = 99_999_999;

/** @throws amount_too_small and similar errors */
export function requireChargeableAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/i.test(currency)) {
    throw stripeInvalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  }
  if (amount < 1) {
    throw stripeInvalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount < minAmount) {
    throw stripeInvalidRequest('Amount must be at least £0.30 gbp', { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > maxAmount) {
    throw stripeInvalidRequest('Amount must be no more than £999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}

export type NewPaymentIntent = Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> & Partial<PaymentIntent>;

export function createPaymentIntent(account: StripeAccount, fields: NewPaymentIntent): PaymentIntent {
  const id = newStripeId('pi');
  const intent: PaymentIntent = account.paymentIntents.add({
    id,
    created: account.timeFor(fields.customer),
    clientSecret: newClientSecret(id),
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
  account.emit('payment_intent.created', paymentIntentView(account, intent), { created: intent.created });
  return intent;
}

export interface PaymentAttemptOptions {
  offSession: boolean;
  authenticated: boolean;
  /** The payment is declined where it would need authentication. */
  skipAuthentication: boolean;
}

function recordCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  { method, decline, authenticated }: { method: PaymentMethod; decline: BankDecline | null; authenticated: boolean },
): Charge {
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
  account.emit(decline === null ? 'charge.succeeded' : 'charge.failed', chargeView(account, charge), {
    created: charge.created,
  });
  return charge;
}

function declined(
  account: StripeAccount,
  intent: PaymentIntent,
  { method, decline }: { method: PaymentMethod; decline: BankDecline },
): StripeError {
  const charge = recordCharge(account, intent, { method, decline, authenticated: false });
  const { code, declineCode, message } = decline;
  const error = stripeCardError({
    code,
    message,
    charge: charge.id,
    payment_method: paymentMethodView(method),
    ...(declineCode !== null && { decline_code: declineCode }),
    ...(code === 'card_declined' && { advice_code: 'try_again_later' }),
    ...((code === 'incorrect_cvc' || code === 'expired_card') && {
      param: code === 'incorrect_cvc' ? 'cvc' : 'exp_month',
    }),
  });
  failPaymentIntent(account, intent, error);
  error.fields.payment_intent = paymentIntentView(account, intent);
  return error;
}

/** The holder has authenticated: the server confirms the payment again. */
export function markAwaitingConfirmation(intent: PaymentIntent): void {
  intent.status = 'requires_confirmation';
  intent.authenticated = true;
}

/** Resets an intent to the state in which it needs another card. */
export function failPaymentIntent(account: StripeAccount, intent: PaymentIntent, error: StripeError): void {
  intent.status = 'requires_payment_method';
  intent.lastError = { ...error.fields };
  intent.paymentMethod = null;
  intent.authenticated = false;
  account.emit('payment_intent.payment_failed', paymentIntentView(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

function succeeded(
  account: StripeAccount,
  intent: PaymentIntent,
  { method, authenticated }: { method: PaymentMethod; authenticated: boolean },
): void {
  const charge = recordCharge(account, intent, { method, decline: null, authenticated });
  intent.status = 'succeeded';
  intent.lastError = null;
  if (intent.setupFutureUsage !== null && intent.customer !== null) {
    attachAfterPayment(account, method, account.customer(intent.customer));
    if (intent.setupFutureUsage === 'off_session') method.setUp = true;
  }
  const now = account.timeFor(intent.customer);
  account.emit('payment_intent.succeeded', paymentIntentView(account, intent), { created: now });
  if (charge.disputed) openDispute(account, charge);
}

/**
 * Attempts a payment: the intent succeeds, requires authentication, or needs another card. @returns the bank's refusal,
 * which the intent stores as well; null otherwise
 */
export function attemptPayment(
  account: StripeAccount,
  intent: PaymentIntent,
  { method, offSession, authenticated, skipAuthentication }: PaymentAttemptOptions & { method: PaymentMethod },
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
      if (skipAuthentication) return declined(account, intent, { method, decline: needsAuthentication });
      intent.status = 'requires_action';
      intent.lastError = null;
      account.emit('payment_intent.requires_action', paymentIntentView(account, intent), {
        created: account.timeFor(intent.customer),
      });
      return null;
  }
}

export function cancelPaymentIntent(account: StripeAccount, intent: PaymentIntent, reason: string | null): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw stripeInvalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: paymentIntentView(account, intent) },
    );
  }
  const now = account.timeFor(intent.customer);
  intent.status = 'canceled';
  intent.canceledAt = now;
  intent.cancellationReason = reason;
  account.emit('payment_intent.canceled', paymentIntentView(account, intent), { created: now });
}

const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The error of an intent whose holder did not authenticate. */
export const authenticationFailureError = (code: string, method: PaymentMethod): StripeError =>
  stripeInvalidRequest(notAuthenticated, { code, payment_method: paymentMethodView(method) });

export const intentView = (account: StripeAccount, intent: PaymentIntent | SetupIntent) =>
  'amount' in intent ? paymentIntentView(account, intent) : setupIntentView(account, intent);

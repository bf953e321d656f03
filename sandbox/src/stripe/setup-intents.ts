import type { SimulatedStripeAccount } from './account.ts';
import { bankVerdictOnSaving } from './cards.ts';
import { newStripeClientSecret, newStripeId } from './ids.ts';
import { attachPaymentMethodAfterPayment } from './payment-methods.ts';
import type { SimulatedPaymentMethod, SimulatedSetupIntent } from './state.types.ts';
import { stripeCardError, type StripeError } from './stripe-error.ts';
import { toStripeApiSetupIntent } from './views/intents.view.ts';
import { toStripeApiPaymentMethod } from './views/payment-method.view.ts';

/** The time after which a card that is saved later is saved. */
const processingSeconds = 1_800;

export type NewSimulatedSetupIntent = Pick<SimulatedSetupIntent, 'customer'> & Partial<SimulatedSetupIntent>;

export function createSimulatedSetupIntent(
  account: SimulatedStripeAccount,
  fields: NewSimulatedSetupIntent,
): SimulatedSetupIntent {
  const id = newStripeId('seti');
  const intent: SimulatedSetupIntent = account.setupIntents.add({
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
    usage: 'off_session',
    settlesAt: null,
    ...fields,
  });
  account.emit('setup_intent.created', toStripeApiSetupIntent(account, intent), { created: intent.created });
  return intent;
}

/** Resets an intent to the state in which it needs another card. */
export function failSimulatedSetupIntent(
  account: SimulatedStripeAccount,
  intent: SimulatedSetupIntent,
  error: StripeError,
): void {
  intent.status = 'requires_payment_method';
  intent.lastError = { ...error.fields };
  intent.paymentMethod = null;
  account.emit('setup_intent.setup_failed', toStripeApiSetupIntent(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

/** Saves the card of an intent. */
function succeedSetup(
  account: SimulatedStripeAccount,
  intent: SimulatedSetupIntent,
  method: SimulatedPaymentMethod,
): void {
  intent.status = 'succeeded';
  if (intent.usage === 'off_session') method.setUp = true;
  if (intent.customer !== null) attachPaymentMethodAfterPayment(account, method, account.customer(intent.customer));
  account.emit('setup_intent.succeeded', toStripeApiSetupIntent(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

/** Ends the processing of an intent: its card is saved. */
export function settleSimulatedSetupIntent(account: SimulatedStripeAccount, intent: SimulatedSetupIntent): void {
  intent.settlesAt = null;
  if (intent.paymentMethod !== null) succeedSetup(account, intent, account.paymentMethod(intent.paymentMethod));
}

/**
 * Attempts to save a card without charging it. @returns the bank's refusal, which the intent stores as well; null
 * otherwise
 */
export function attemptCardSetup(
  account: SimulatedStripeAccount,
  intent: SimulatedSetupIntent,
  { method, authenticated }: { method: SimulatedPaymentMethod; authenticated: boolean },
): StripeError | null {
  intent.paymentMethod = method.id;
  const now = account.timeFor(intent.customer);
  const verdict = bankVerdictOnSaving(method.card, authenticated);
  switch (verdict.kind) {
    case 'pay':
      intent.lastError = null;
      if (method.card.savedLater) {
        intent.status = 'processing';
        intent.settlesAt = now + processingSeconds;
      } else succeedSetup(account, intent, method);
      return null;
    case 'decline': {
      const { code, declineCode, message } = verdict.decline;
      const error = stripeCardError({
        code,
        message,
        payment_method: toStripeApiPaymentMethod(method),
        ...(declineCode !== null && { decline_code: declineCode }),
      });
      failSimulatedSetupIntent(account, intent, error);
      error.fields.setup_intent = toStripeApiSetupIntent(account, intent);
      return error;
    }
    case 'authenticate':
      intent.status = 'requires_action';
      intent.lastError = null;
      account.emit('setup_intent.requires_action', toStripeApiSetupIntent(account, intent), { created: now });
      return null;
  }
}

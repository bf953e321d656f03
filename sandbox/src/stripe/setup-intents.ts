import type { StripeAccount } from './account.ts';
import { bankVerdictOnSaving } from './cards.ts';
import { newClientSecret, newStripeId } from './ids.ts';
import { attachAfterPayment } from './payment-methods.ts';
import type { PaymentMethod, SetupIntent } from './state.types.ts';
import { stripeCardError, type StripeError } from './stripe-error.ts';
import { setupIntentView } from './views/intents.view.ts';
import { paymentMethodView } from './views/payment-method.view.ts';

/** The time after which a card that is saved later is saved. */
const processingSeconds = 1_800;

export type NewSetupIntent = Pick<SetupIntent, 'customer'> & Partial<SetupIntent>;

export function createSetupIntent(account: StripeAccount, fields: NewSetupIntent): SetupIntent {
  const id = newStripeId('seti');
  const intent: SetupIntent = account.setupIntents.add({
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
    usage: 'off_session',
    settlesAt: null,
    ...fields,
  });
  account.emit('setup_intent.created', setupIntentView(account, intent), { created: intent.created });
  return intent;
}

/** Resets an intent to the state in which it needs another card. */
export function failSetupIntent(account: StripeAccount, intent: SetupIntent, error: StripeError): void {
  intent.status = 'requires_payment_method';
  intent.lastError = { ...error.fields };
  intent.paymentMethod = null;
  account.emit('setup_intent.setup_failed', setupIntentView(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

/** Saves the card of an intent. */
function succeedSetup(account: StripeAccount, intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded';
  if (intent.usage === 'off_session') method.setUp = true;
  if (intent.customer !== null) attachAfterPayment(account, method, account.customer(intent.customer));
  account.emit('setup_intent.succeeded', setupIntentView(account, intent), {
    created: account.timeFor(intent.customer),
  });
}

/** Ends the processing of an intent: its card is saved. */
export function settleSetupIntent(account: StripeAccount, intent: SetupIntent): void {
  intent.settlesAt = null;
  if (intent.paymentMethod !== null) succeedSetup(account, intent, account.paymentMethod(intent.paymentMethod));
}

/**
 * Attempts to save a card without charging it. @returns the bank's refusal, which the intent stores as well; null
 * otherwise
 */
export function attemptCardSetup(
  account: StripeAccount,
  intent: SetupIntent,
  { method, authenticated }: { method: PaymentMethod; authenticated: boolean },
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
        payment_method: paymentMethodView(method),
        ...(declineCode !== null && { decline_code: declineCode }),
      });
      failSetupIntent(account, intent, error);
      error.fields.setup_intent = setupIntentView(account, intent);
      return error;
    }
    case 'authenticate':
      intent.status = 'requires_action';
      intent.lastError = null;
      account.emit('setup_intent.requires_action', setupIntentView(account, intent), { created: now });
      return null;
  }
}

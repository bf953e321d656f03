import type { SimulatedStripeAccount } from './account.ts';
import { testCardOfAlias, testCardOfNumber, isCardNumber, type StripeTestCard } from './cards.ts';
import type { TypedStripeRequestParameters } from './typed-request-parameters.ts';
import { newStripeId } from './ids.ts';
import type { JsonObject } from './json.types.ts';
import type { SimulatedCustomer, SimulatedPaymentMethod } from './state.types.ts';
import { stripeCardError, stripeInvalidRequestError, stripeMissingParameterError } from './stripe-error.ts';
import { toStripeApiPaymentMethod } from './views/payment-method.view.ts';

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Billing details after a request; details that it does not name stay. */
export function billingDetailsAfterRequest(given: TypedStripeRequestParameters, before: JsonObject = {}): JsonObject {
  const address = given.inner('address');
  const was = (name: string): string | null => (typeof before[name] === 'string' ? before[name] : null);
  const addressNow = Object.fromEntries(Object.keys(noAddress).map((name) => [name, address.textOr(name, null)]));
  return {
    address: given.has('address') ? addressNow : (before['address'] ?? noAddress),
    email: given.textOr('email', was('email')),
    name: given.textOr('name', was('name')),
    phone: given.textOr('phone', was('phone')),
    tax_id: null,
  };
}

const wrongCard = (message: string, code: string, param: string) => stripeCardError({ message, code, param });

function cardOfForm(
  card: TypedStripeRequestParameters,
  secret: boolean,
  now: Date,
): { card: StripeTestCard; expMonth: number; expYear: number } {
  const token = card.text('token');
  if (token !== undefined) {
    const known = testCardOfAlias(token);
    if (!known)
      throw stripeInvalidRequestError(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' });
    return { card: known, expMonth: 12, expYear: now.getUTCFullYear() + 1 };
  }
  if (secret) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw stripeInvalidRequestError(message);
  }
  const number = card.needed('number').replaceAll(/[ -]/g, '');
  if (!isCardNumber(number)) throw wrongCard('Your card number is incorrect.', 'incorrect_number', 'number');
  const [month, year] = [card.number('exp_month'), card.number('exp_year')];
  if (month === undefined) throw stripeMissingParameterError('card[exp_month]');
  if (year === undefined) throw stripeMissingParameterError('card[exp_year]');
  if (month < 1 || month > 12) {
    throw wrongCard("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  }
  const expYear = year < 100 ? 2000 + year : year;
  if (expYear < now.getUTCFullYear() || expYear > now.getUTCFullYear() + 50) {
    throw wrongCard("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  }
  if (expYear === now.getUTCFullYear() && month < now.getUTCMonth() + 1) {
    throw wrongCard("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  }
  const cvc = card.text('cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw wrongCard("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
  }
  return { card: testCardOfNumber(number), expMonth: month, expYear };
}

/** The data of a card that the holder provides. */
export type PaymentMethodData = Pick<
  SimulatedPaymentMethod,
  'billingDetails' | 'card' | 'expMonth' | 'expYear' | 'metadata'
>;

/** Reads a card's data; only Stripe.js, with the publishable key, may send a number. */
export function readPaymentMethodData(
  account: SimulatedStripeAccount,
  given: TypedStripeRequestParameters,
  secret: boolean,
): PaymentMethodData {
  const type = given.text('type') ?? 'card';
  if (type !== 'card') throw stripeInvalidRequestError(`The sandbox takes cards only, not ${type}.`, { param: 'type' });
  if (!given.has('card')) throw stripeMissingParameterError('card');
  const inner = given.inner('card').only(['number', 'exp_month', 'exp_year', 'cvc', 'token', 'networks']);
  const { card, expMonth, expYear } = cardOfForm(inner, secret, new Date(account.now() * 1000));
  return {
    card,
    billingDetails: billingDetailsAfterRequest(given.inner('billing_details')),
    metadata: given.metadata(),
    expMonth,
    expYear,
  };
}

const dataOfCard = (account: SimulatedStripeAccount, card: StripeTestCard): PaymentMethodData => ({
  card,
  billingDetails: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
  metadata: {},
  expMonth: 12,
  expYear: new Date(account.now() * 1000).getUTCFullYear() + 1,
});

export const createSimulatedPaymentMethod = (
  account: SimulatedStripeAccount,
  data: PaymentMethodData,
): SimulatedPaymentMethod =>
  account.paymentMethods.add({ id: newStripeId('pm'), created: account.now(), customer: null, setUp: false, ...data });

/** A payment method by its id; `pm_card_visa` and similar ids create one of their card. */
export function findOrCreateSimulatedPaymentMethod(
  account: SimulatedStripeAccount,
  id: string,
  param?: string,
): SimulatedPaymentMethod {
  const card = testCardOfAlias(id);
  return card ? createSimulatedPaymentMethod(account, dataOfCard(account, card)) : account.paymentMethod(id, param);
}

/** @throws card_error when the bank refuses to let the card be saved */
export function attachSimulatedPaymentMethod(
  account: SimulatedStripeAccount,
  method: SimulatedPaymentMethod,
  customer: SimulatedCustomer,
): SimulatedPaymentMethod {
  if (method.customer === customer.id) return method;
  if (method.customer !== null) {
    throw stripeInvalidRequestError(
      'The payment method you provided has already been attached to a customer. You must detach it first.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    );
  }
  const { decline, attaches } = method.card;
  if (decline && !attaches) {
    const { code, declineCode, message } = decline;
    throw stripeCardError({ code, message, ...(declineCode !== null && { decline_code: declineCode }) });
  }
  return attachPaymentMethodAfterPayment(account, method, customer);
}

/** Attaches a card that the bank has just accepted. */
export function attachPaymentMethodAfterPayment(
  account: SimulatedStripeAccount,
  method: SimulatedPaymentMethod,
  customer: SimulatedCustomer,
): SimulatedPaymentMethod {
  if (method.customer !== null) return method;
  method.customer = customer.id;
  account.emit('payment_method.attached', toStripeApiPaymentMethod(method), { created: account.timeFor(customer.id) });
  return method;
}

/** Detaches a card from its customer, and from the subscriptions and invoices that would use it. */
export function detachSimulatedPaymentMethod(account: SimulatedStripeAccount, method: SimulatedPaymentMethod): void {
  if (method.customer === null) {
    throw stripeInvalidRequestError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        param: 'payment_method',
      },
    );
  }
  const owner = method.customer;
  const customer = account.customers.get(owner);
  if (customer?.defaultPaymentMethod === method.id) customer.defaultPaymentMethod = null;
  for (const subscription of account.subscriptions.values()) {
    if (subscription.defaultPaymentMethod === method.id) subscription.defaultPaymentMethod = null;
  }
  method.customer = null;
  account.emit('payment_method.detached', toStripeApiPaymentMethod(method), {
    created: account.timeFor(owner),
    previous: { customer: owner },
  });
}

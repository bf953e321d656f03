import type { StripeAccount } from './account.ts';
import { cardOfAlias, cardOfNumber, isCardNumber, type Card } from './cards.ts';
import type { RequestParameters } from './request-parameters.ts';
import { newId } from './ids.ts';
import type { JsonObject } from './json.types.ts';
import type { Customer, PaymentMethod } from './state.types.ts';
import { cardError, invalidRequest, missingParameter } from './stripe-error.ts';
import { paymentMethodView } from './views/payment-method.view.ts';

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Billing details after a request; details that it does not name stay. */
export function billingDetails(given: RequestParameters, before: JsonObject = {}): JsonObject {
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

const wrongCard = (message: string, code: string, param: string) => cardError({ message, code, param });

function cardOfForm(
  card: RequestParameters,
  secret: boolean,
  now: Date,
): { card: Card; expMonth: number; expYear: number } {
  const token = card.text('token');
  if (token !== undefined) {
    const known = cardOfAlias(token);
    if (!known) throw invalidRequest(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' });
    return { card: known, expMonth: 12, expYear: now.getUTCFullYear() + 1 };
  }
  if (secret) {
    const message =
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.';
    throw invalidRequest(message);
  }
  const number = card.needed('number').replaceAll(/[ -]/g, '');
  if (!isCardNumber(number)) throw wrongCard('Your card number is incorrect.', 'incorrect_number', 'number');
  const [month, year] = [card.number('exp_month'), card.number('exp_year')];
  if (month === undefined) throw missingParameter('card[exp_month]');
  if (year === undefined) throw missingParameter('card[exp_year]');
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
  return { card: cardOfNumber(number), expMonth: month, expYear };
}

/** The data of a card that the holder provides. */
export type MethodData = Pick<PaymentMethod, 'billingDetails' | 'card' | 'expMonth' | 'expYear' | 'metadata'>;

/** Reads a card's data; only Stripe.js, with the publishable key, may send a number. */
export function readMethodData(account: StripeAccount, given: RequestParameters, secret: boolean): MethodData {
  const type = given.text('type') ?? 'card';
  if (type !== 'card') throw invalidRequest(`The sandbox takes cards only, not ${type}.`, { param: 'type' });
  if (!given.has('card')) throw missingParameter('card');
  const inner = given.inner('card').only(['number', 'exp_month', 'exp_year', 'cvc', 'token', 'networks']);
  const { card, expMonth, expYear } = cardOfForm(inner, secret, new Date(account.now() * 1000));
  return {
    card,
    billingDetails: billingDetails(given.inner('billing_details')),
    metadata: given.metadata(),
    expMonth,
    expYear,
  };
}

const dataOfCard = (account: StripeAccount, card: Card): MethodData => ({
  card,
  billingDetails: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
  metadata: {},
  expMonth: 12,
  expYear: new Date(account.now() * 1000).getUTCFullYear() + 1,
});

export const createPaymentMethod = (account: StripeAccount, data: MethodData): PaymentMethod =>
  account.paymentMethods.add({ id: newId('pm'), created: account.now(), customer: null, setUp: false, ...data });

/** A payment method by its id; `pm_card_visa` and similar ids create one of their card. */
export function findPaymentMethod(account: StripeAccount, id: string, param?: string): PaymentMethod {
  const card = cardOfAlias(id);
  return card ? createPaymentMethod(account, dataOfCard(account, card)) : account.paymentMethod(id, param);
}

/** @throws card_error when the bank refuses to let the card be saved */
export function attachPaymentMethod(account: StripeAccount, method: PaymentMethod, customer: Customer): PaymentMethod {
  if (method.customer === customer.id) return method;
  if (method.customer !== null) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer. You must detach it first.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    );
  }
  const { decline, attaches } = method.card;
  if (decline && !attaches) {
    const { code, declineCode, message } = decline;
    throw cardError({ code, message, ...(declineCode !== null && { decline_code: declineCode }) });
  }
  return attachAfterPayment(account, method, customer);
}

/** Attaches a card that the bank has just accepted. */
export function attachAfterPayment(account: StripeAccount, method: PaymentMethod, customer: Customer): PaymentMethod {
  if (method.customer !== null) return method;
  method.customer = customer.id;
  account.emit('payment_method.attached', paymentMethodView(method), account.timeFor(customer.id));
  return method;
}

/** Detaches a card from its customer, and from the subscriptions and invoices that would use it. */
export function detachPaymentMethod(account: StripeAccount, method: PaymentMethod): void {
  if (method.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      param: 'payment_method',
    });
  }
  const owner = method.customer;
  const customer = account.customers.get(owner);
  if (customer?.defaultPaymentMethod === method.id) customer.defaultPaymentMethod = null;
  for (const subscription of account.subscriptions.values()) {
    if (subscription.defaultPaymentMethod === method.id) subscription.defaultPaymentMethod = null;
  }
  method.customer = null;
  account.emit('payment_method.detached', paymentMethodView(method), account.timeFor(owner), { customer: owner });
}

import type { SimulatedStripeAccount } from './account.ts';
import { isJsonObject, type StripeApiObject, type Json, type JsonObject } from './json.types.ts';
import { stripeInvalidRequestError } from './stripe-error.ts';
import { toStripeApiPrice, toStripeApiProduct } from './views/catalogue.view.ts';
import { toStripeApiCharge } from './views/charge.view.ts';
import { toStripeApiCustomer } from './views/customer.view.ts';
import { toStripeApiPaymentIntent, toStripeApiSetupIntent } from './views/intents.view.ts';
import { expandableInvoiceFields, toStripeApiInvoice } from './views/invoice.view.ts';
import { toStripeApiPaymentMethod } from './views/payment-method.view.ts';
import { toStripeApiSubscription } from './views/subscription.view.ts';
import { toStripeApiTestClock } from './views/test-clock.view.ts';

const deepest = 4;

/** The object of an id, by the id's prefix. */
const byPrefix: Record<string, (account: SimulatedStripeAccount, id: string) => StripeApiObject> = {
  cus: (account, id) => toStripeApiCustomer(account.customer(id)),
  pm: (account, id) => toStripeApiPaymentMethod(account.paymentMethod(id)),
  pi: (account, id) => toStripeApiPaymentIntent(account, account.paymentIntent(id)),
  seti: (account, id) => toStripeApiSetupIntent(account, account.setupIntent(id)),
  ch: (account, id) => toStripeApiCharge(account, account.charge(id)),
  prod: (account, id) => toStripeApiProduct(account.product(id)),
  price: (account, id) => toStripeApiPrice(account.price(id)),
  sub: (account, id) => toStripeApiSubscription(account, account.subscription(id)),
  in: (account, id) => toStripeApiInvoice(account, account.invoice(id)),
  clock: (account, id) => toStripeApiTestClock(account.testClock(id)),
};

const cannot = (path: string) =>
  stripeInvalidRequestError(`This property cannot be expanded (${path}).`, {
    param: 'expand',
    code: 'property_not_expandable',
  });

/** The fields that an object contains only on request. */
function onRequest(account: SimulatedStripeAccount, within: JsonObject, name: string): Json | undefined {
  if (within['object'] !== 'invoice') return undefined;
  return expandableInvoiceFields(account, account.invoice(String(within['id'])))[name];
}

function expandOne(
  account: SimulatedStripeAccount,
  { value, path, whole }: { value: Json | undefined; path: readonly string[]; whole: string },
): void {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) expandOne(account, { value: item, path, whole });
    return;
  }
  if (!isJsonObject(value)) throw cannot(whole);
  const inner = value[name] === undefined ? onRequest(account, value, name) : value[name];
  if (inner === undefined) throw cannot(whole);
  if (typeof inner === 'string') {
    const prefix = inner.slice(0, Math.max(0, inner.indexOf('_')));
    const view = Object.hasOwn(byPrefix, prefix) ? byPrefix[prefix] : undefined;
    if (!view) throw cannot(whole);
    value[name] = view(account, inner);
  } else value[name] = inner;
  expandOne(account, { value: value[name], path: rest, whole });
}

/** Replaces ids in a response by whole objects, as `expand[]` requests. */
export function expandObjectIds(
  account: SimulatedStripeAccount,
  answer: StripeApiObject,
  paths: readonly string[],
): StripeApiObject {
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > deepest) {
      throw stripeInvalidRequestError('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    expandOne(account, { value: answer, path: names, whole: path });
  }
  return answer;
}

import type { StripeAccount } from './account.ts';
import { isJsonObject, type StripeApiObject, type Json, type JsonObject } from './json.types.ts';
import { stripeInvalidRequest } from './stripe-error.ts';
import { priceView, productView } from './views/catalogue.view.ts';
import { chargeView } from './views/charge.view.ts';
import { customerView } from './views/customer.view.ts';
import { paymentIntentView, setupIntentView } from './views/intents.view.ts';
import { expandableInvoiceFields, invoiceView } from './views/invoice.view.ts';
import { paymentMethodView } from './views/payment-method.view.ts';
import { subscriptionView } from './views/subscription.view.ts';
import { testClockView } from './views/test-clock.view.ts';

const deepest = 4;

/** The object of an id, by the id's prefix. */
const byPrefix: Record<string, (account: StripeAccount, id: string) => StripeApiObject> = {
  cus: (account, id) => customerView(account.customer(id)),
  pm: (account, id) => paymentMethodView(account.paymentMethod(id)),
  pi: (account, id) => paymentIntentView(account, account.paymentIntent(id)),
  seti: (account, id) => setupIntentView(account, account.setupIntent(id)),
  ch: (account, id) => chargeView(account, account.charge(id)),
  prod: (account, id) => productView(account.product(id)),
  price: (account, id) => priceView(account.price(id)),
  sub: (account, id) => subscriptionView(account, account.subscription(id)),
  in: (account, id) => invoiceView(account, account.invoice(id)),
  clock: (account, id) => testClockView(account.testClock(id)),
};

const cannot = (path: string) =>
  stripeInvalidRequest(`This property cannot be expanded (${path}).`, {
    param: 'expand',
    code: 'property_not_expandable',
  });

/** The fields that an object contains only on request. */
function onRequest(account: StripeAccount, within: JsonObject, name: string): Json | undefined {
  if (within['object'] !== 'invoice') return undefined;
  return expandableInvoiceFields(account, account.invoice(String(within['id'])))[name];
}

function expandOne(
  account: StripeAccount,
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
  account: StripeAccount,
  answer: StripeApiObject,
  paths: readonly string[],
): StripeApiObject {
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > deepest) {
      throw stripeInvalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    expandOne(account, { value: answer, path: names, whole: path });
  }
  return answer;
}

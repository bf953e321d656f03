import type { SimulatedStripeAccount } from '../account.ts';
import { cancelSimulatedSubscriptionNow } from '../subscription-status.ts';
import { changeSimulatedCustomerBalance } from '../customer-balance.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import { newStripeId, randomAlphanumeric } from '../ids.ts';
import type { JsonObject } from '../json.types.ts';
import { attachSimulatedPaymentMethod, findOrCreateSimulatedPaymentMethod } from '../payment-methods.ts';
import { previousAttributesOf } from '../previous-attributes.ts';
import type { SimulatedCustomer } from '../state.types.ts';
import { stripeMissingParameterError } from '../stripe-error.ts';
import { toStripeApiBalanceTransaction, toStripeApiCustomer } from '../views/customer.view.ts';
import { toStripeApiPaymentMethod } from '../views/payment-method.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

const fields = [
  'address',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'shipping',
] as const;

const addressFields = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];

const addressOf = (given: TypedStripeRequestParameters): JsonObject =>
  Object.fromEntries(addressFields.map((name) => [name, given.textOr(name, null)]));

function addressAfter(given: TypedStripeRequestParameters, before: JsonObject | null): JsonObject | null {
  if (!given.has('address')) return before;
  return given.unsets('address') ? null : addressOf(given.inner('address'));
}

function shippingAfter(given: TypedStripeRequestParameters, before: JsonObject | null): JsonObject | null {
  if (!given.has('shipping')) return before;
  if (given.unsets('shipping')) return null;
  const shipping = given.inner('shipping');
  return {
    address: addressOf(shipping.inner('address')),
    name: shipping.needed('name'),
    phone: shipping.textOr('phone', null),
  };
}

function change(
  account: SimulatedStripeAccount,
  customer: SimulatedCustomer,
  given: TypedStripeRequestParameters,
): void {
  const settings = given.inner('invoice_settings').only(['default_payment_method']);
  const method = settings.textOr('default_payment_method', customer.defaultPaymentMethod);
  if (method !== null && method !== customer.defaultPaymentMethod) {
    const found = findOrCreateSimulatedPaymentMethod(account, method, 'invoice_settings[default_payment_method]');
    customer.defaultPaymentMethod = attachSimulatedPaymentMethod(account, found, customer).id;
  } else customer.defaultPaymentMethod = method;
  customer.address = addressAfter(given, customer.address);
  customer.shipping = shippingAfter(given, customer.shipping);
  customer.description = given.textOr('description', customer.description);
  customer.email = given.textOr('email', customer.email);
  customer.name = given.textOr('name', customer.name);
  customer.phone = given.textOr('phone', customer.phone);
  if (given.has('preferred_locales')) customer.preferredLocales = given.texts('preferred_locales');
  customer.metadata = given.metadata(customer.metadata);
}

export const stripeCustomerOperations: StripeOperations = {
  'POST /v1/customers': {
    takes: [...fields, 'payment_method', 'test_clock'],
    run: ({ account, given }) => {
      const testClock = given.text('test_clock') ?? null;
      const clock = testClock === null ? null : account.testClock(testClock, 'test_clock');
      const customer: SimulatedCustomer = {
        id: newStripeId('cus'),
        created: clock?.frozenTime ?? account.now(),
        email: null,
        name: null,
        phone: null,
        description: null,
        address: null,
        shipping: null,
        metadata: {},
        preferredLocales: [],
        defaultPaymentMethod: null,
        testClock,
        deleted: false,
        invoices: 0,
        invoicePrefix: randomAlphanumeric(8).toUpperCase(),
        balance: 0,
      };
      const method = given.text('payment_method');
      if (method !== undefined)
        attachSimulatedPaymentMethod(
          account,
          findOrCreateSimulatedPaymentMethod(account, method, 'payment_method'),
          customer,
        );
      change(account, customer, given);
      account.customers.add(customer);
      account.emit('customer.created', toStripeApiCustomer(customer), { created: customer.created });
      return toStripeApiCustomer(customer);
    },
  },
  'GET /v1/customers': {
    takes: [...stripePagingParameters, 'created', 'email', 'test_clock'],
    run: ({ account, given }) => {
      const [email, clock] = [given.text('email'), given.text('test_clock')];
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.customers.newest(
        (customer) =>
          !customer.deleted &&
          isInRange(customer.created) &&
          (email === undefined || customer.email === email) &&
          (clock === undefined ? customer.testClock === null : customer.testClock === clock),
      );
      return stripeListPage(wanted, { given, url: '/v1/customers', view: toStripeApiCustomer });
    },
  },
  'GET /v1/customers/:id': { takes: [], run: ({ account, id }) => toStripeApiCustomer(account.customer(id)) },
  'POST /v1/customers/:id': {
    takes: fields,
    run: ({ account, id, given }) => {
      const customer = account.customer(id, 'id');
      const before = toStripeApiCustomer(customer);
      change(account, customer, given);
      const view = toStripeApiCustomer(customer);
      const previous = previousAttributesOf(before, view);
      if (previous) account.emit('customer.updated', view, { created: account.timeFor(id), previous });
      return view;
    },
  },
  'DELETE /v1/customers/:id': {
    takes: [],
    run: ({ account, id }) => {
      const customer = account.customer(id, 'id');
      const now = account.timeFor(id);
      for (const subscription of account.subscriptions.values()) {
        if (subscription.customer === id)
          cancelSimulatedSubscriptionNow(account, subscription, { reason: 'cancellation_requested', now });
      }
      const view = toStripeApiCustomer(customer);
      customer.deleted = true;
      account.emit('customer.deleted', view, { created: now });
      return toStripeApiCustomer(customer);
    },
  },
  'GET /v1/customers/:id/balance_transactions': {
    takes: [...stripePagingParameters, 'created', 'invoice'],
    run: ({ account, id, given }) => {
      const customer = account.customer(id, 'id');
      const invoice = given.text('invoice');
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.balanceTransactions.newest(
        (each) =>
          each.customer === customer.id &&
          isInRange(each.created) &&
          (invoice === undefined || each.invoice === invoice),
      );
      return stripeListPage(wanted, {
        given,
        url: `/v1/customers/${id}/balance_transactions`,
        view: toStripeApiBalanceTransaction,
      });
    },
  },
  'POST /v1/customers/:id/balance_transactions': {
    takes: ['amount', 'currency', 'description', 'metadata'],
    run: ({ account, id, given }) => {
      const amount = given.number('amount');
      if (amount === undefined) throw stripeMissingParameterError('amount');
      const moved = changeSimulatedCustomerBalance(account, {
        customer: account.customer(id, 'id').id,
        amount,
        currency: given.needed('currency'),
        description: given.textOr('description', null),
        metadata: given.metadata(),
        type: 'adjustment',
      });
      return toStripeApiBalanceTransaction(moved);
    },
  },
  'GET /v1/customers/:id/payment_methods': {
    takes: [...stripePagingParameters, 'type'],
    run: ({ account, id, given }) => {
      const customer = account.customer(id, 'id');
      const methods = account.paymentMethods.newest((method) => method.customer === customer.id);
      return stripeListPage(methods, {
        given,
        url: `/v1/customers/${id}/payment_methods`,
        view: toStripeApiPaymentMethod,
      });
    },
  },
};

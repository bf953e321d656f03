import type { SimulatedStripeAccount } from '../account.ts';
import { previousAttributesOf } from '../previous-attributes.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import { newStripeId } from '../ids.ts';
import type { BillingInterval, SimulatedPrice, SimulatedProduct } from '../state.types.ts';
import { stripeInvalidRequestError, stripeMissingParameterError } from '../stripe-error.ts';
import { toStripeApiPrice, toStripeApiProduct } from '../views/catalogue.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

const intervals: readonly BillingInterval[] = ['day', 'week', 'month', 'year'];
/** The longest interval is three years. */
const maxIntervals: Record<BillingInterval, number> = { day: 1_095, week: 156, month: 36, year: 3 };
const maxAmount = 99_999_999;

function newProduct(account: SimulatedStripeAccount, given: TypedStripeRequestParameters): SimulatedProduct {
  const id = given.text('id') ?? newStripeId('prod');
  if (account.products.get(id)) {
    throw stripeInvalidRequestError('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const now = account.now();
  const product = account.products.add({
    id,
    created: now,
    updated: now,
    active: given.flag('active') ?? true,
    name: given.needed('name'),
    description: given.text('description') ?? null,
    metadata: given.metadata(),
    statementDescriptor: given.text('statement_descriptor') ?? null,
    defaultPrice: null,
  });
  account.emit('product.created', toStripeApiProduct(product), { created: now });
  return product;
}

function checkLookupKey(
  account: SimulatedStripeAccount,
  { key, own, transfers }: { key: string | null; own: string; transfers: boolean },
): void {
  if (key === null) return;
  const other = account.prices.newest((price) => price.lookupKey === key && price.id !== own)[0];
  if (!other) return;
  if (!transfers) {
    throw stripeInvalidRequestError(`A price (\`${other.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  other.lookupKey = null;
}

function recurringOf(given: TypedStripeRequestParameters): SimulatedPrice['recurring'] {
  if (!given.has('recurring')) return null;
  const recurring = given.inner('recurring').only(['interval', 'interval_count', 'usage_type']);
  const interval = intervals.find((each) => each === recurring.text('interval'));
  if (!interval) throw stripeMissingParameterError('recurring[interval]');
  const count = recurring.number('interval_count') ?? 1;
  if (count < 1 || count > maxIntervals[interval]) {
    throw stripeInvalidRequestError('An interval can be no longer than three years.', {
      param: 'recurring[interval_count]',
    });
  }
  return { interval, count };
}

function newPrice(account: SimulatedStripeAccount, given: TypedStripeRequestParameters): SimulatedPrice {
  const data = given.inner('product_data').only(['id', 'name', 'active', 'metadata', 'statement_descriptor']);
  if (!given.has('product') && !given.has('product_data')) throw stripeMissingParameterError('product');
  const unitAmount = given.number('unit_amount');
  if (unitAmount === undefined) throw stripeMissingParameterError('unit_amount');
  if (unitAmount < 0 || unitAmount > maxAmount) {
    throw stripeInvalidRequestError('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    });
  }
  const lookupKey = given.text('lookup_key') ?? null;
  checkLookupKey(account, { key: lookupKey, own: '', transfers: given.flag('transfer_lookup_key') ?? false });
  const product = given.has('product_data')
    ? newProduct(account, data)
    : account.product(given.needed('product'), 'product');
  const price = account.prices.add({
    id: newStripeId('price'),
    created: account.now(),
    active: given.flag('active') ?? true,
    currency: given.needed('currency').toLowerCase(),
    lookupKey,
    metadata: given.metadata(),
    nickname: given.text('nickname') ?? null,
    product: product.id,
    recurring: recurringOf(given),
    unitAmount,
  });
  account.emit('price.created', toStripeApiPrice(price), { created: price.created });
  return price;
}

const productFields = ['active', 'description', 'metadata', 'name', 'statement_descriptor'] as const;

export const stripeProductAndPriceOperations: StripeOperations = {
  'POST /v1/products': {
    takes: [...productFields, 'id', 'type'],
    run: ({ account, given }) => toStripeApiProduct(newProduct(account, given)),
  },
  'GET /v1/products': {
    takes: [...stripePagingParameters, 'active', 'created', 'ids'],
    run: ({ account, given }) => {
      const [active, ids, isInRange] = [
        given.flag('active'),
        given.texts('ids'),
        stripeTimeRangeFilter(given, 'created'),
      ];
      const wanted = account.products.newest(
        (product) =>
          isInRange(product.created) &&
          (active === undefined || product.active === active) &&
          (ids.length === 0 || ids.includes(product.id)),
      );
      return stripeListPage(wanted, { given, url: '/v1/products', view: toStripeApiProduct });
    },
  },
  'GET /v1/products/:id': { takes: [], run: ({ account, id }) => toStripeApiProduct(account.product(id)) },
  'POST /v1/products/:id': {
    takes: [...productFields, 'default_price'],
    run: ({ account, id, given }) => {
      const product = account.product(id);
      const before = toStripeApiProduct(product);
      product.active = given.flag('active') ?? product.active;
      product.name = given.text('name') ?? product.name;
      product.description = given.textOr('description', product.description);
      product.statementDescriptor = given.textOr('statement_descriptor', product.statementDescriptor);
      product.metadata = given.metadata(product.metadata);
      const price = given.text('default_price');
      if (price !== undefined) product.defaultPrice = account.price(price, 'default_price').id;
      product.updated = account.now();
      const view = toStripeApiProduct(product);
      account.emit('product.updated', view, { created: product.updated, previous: previousAttributesOf(before, view) });
      return view;
    },
  },
  'POST /v1/prices': {
    takes: [
      'active',
      'billing_scheme',
      'currency',
      'lookup_key',
      'metadata',
      'nickname',
      'product',
      'product_data',
      'recurring',
      'transfer_lookup_key',
      'unit_amount',
    ],
    run: ({ account, given }) => toStripeApiPrice(newPrice(account, given)),
  },
  'GET /v1/prices': {
    takes: [...stripePagingParameters, 'active', 'created', 'currency', 'lookup_keys', 'product', 'type'],
    run: ({ account, given }) => {
      const [active, keys] = [given.flag('active'), given.texts('lookup_keys')];
      const [product, currency, type] = ['product', 'currency', 'type'].map((name) => given.text(name));
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const wanted = account.prices.newest(
        (price) =>
          isInRange(price.created) &&
          (active === undefined || price.active === active) &&
          (keys.length === 0 || keys.includes(price.lookupKey ?? '')) &&
          (product === undefined || price.product === product) &&
          (currency === undefined || price.currency === currency) &&
          (type === undefined || (type === 'recurring') === (price.recurring !== null)),
      );
      return stripeListPage(wanted, { given, url: '/v1/prices', view: toStripeApiPrice });
    },
  },
  'GET /v1/prices/:id': { takes: [], run: ({ account, id }) => toStripeApiPrice(account.price(id)) },
  'POST /v1/prices/:id': {
    takes: ['active', 'lookup_key', 'metadata', 'nickname', 'transfer_lookup_key'],
    run: ({ account, id, given }) => {
      const price = account.price(id);
      const before = toStripeApiPrice(price);
      const lookupKey = given.textOr('lookup_key', price.lookupKey);
      checkLookupKey(account, { key: lookupKey, own: id, transfers: given.flag('transfer_lookup_key') ?? false });
      price.lookupKey = lookupKey;
      price.active = given.flag('active') ?? price.active;
      price.nickname = given.textOr('nickname', price.nickname);
      price.metadata = given.metadata(price.metadata);
      const view = toStripeApiPrice(price);
      const previous = previousAttributesOf(before, view);
      if (previous) account.emit('price.updated', view, { created: account.now(), previous });
      return view;
    },
  },
};

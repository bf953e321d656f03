import type { StripeAccount } from '../account.ts';
import { previousAttributesOf } from '../previous-attributes.ts';
import type { TypedRequestParameters } from '../typed-request-parameters.ts';
import { newStripeId } from '../ids.ts';
import type { BillingInterval, Price, Product } from '../state.types.ts';
import { stripeInvalidRequest, stripeMissingParameter } from '../stripe-error.ts';
import { priceView, productView } from '../views/catalogue.view.ts';
import type { StripeOperations } from './operation.ts';
import { listPage, pagingParameters, timeRangeFilter } from './list-page.ts';

const intervals: readonly BillingInterval[] = ['day', 'week', 'month', 'year'];
/** The longest interval is three years. */
const maxIntervals: Record<BillingInterval, number> = { day: 1_095, week: 156, month: 36, year: 3 };
const maxAmount = 99_999_999;

function newProduct(account: StripeAccount, given: TypedRequestParameters): Product {
  const id = given.text('id') ?? newStripeId('prod');
  if (account.products.get(id)) {
    throw stripeInvalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
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
  account.emit('product.created', productView(product), { created: now });
  return product;
}

function checkLookupKey(
  account: StripeAccount,
  { key, own, transfers }: { key: string | null; own: string; transfers: boolean },
): void {
  if (key === null) return;
  const other = account.prices.newest((price) => price.lookupKey === key && price.id !== own)[0];
  if (!other) return;
  if (!transfers) {
    throw stripeInvalidRequest(`A price (\`${other.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  other.lookupKey = null;
}

function recurringOf(given: TypedRequestParameters): Price['recurring'] {
  if (!given.has('recurring')) return null;
  const recurring = given.inner('recurring').only(['interval', 'interval_count', 'usage_type']);
  const interval = intervals.find((each) => each === recurring.text('interval'));
  if (!interval) throw stripeMissingParameter('recurring[interval]');
  const count = recurring.number('interval_count') ?? 1;
  if (count < 1 || count > maxIntervals[interval]) {
    throw stripeInvalidRequest('An interval can be no longer than three years.', {
      param: 'recurring[interval_count]',
    });
  }
  return { interval, count };
}

function newPrice(account: StripeAccount, given: TypedRequestParameters): Price {
  const data = given.inner('product_data').only(['id', 'name', 'active', 'metadata', 'statement_descriptor']);
  if (!given.has('product') && !given.has('product_data')) throw stripeMissingParameter('product');
  const unitAmount = given.number('unit_amount');
  if (unitAmount === undefined) throw stripeMissingParameter('unit_amount');
  if (unitAmount < 0 || unitAmount > maxAmount) {
    throw stripeInvalidRequest('Invalid non-negative integer', {
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
  account.emit('price.created', priceView(price), { created: price.created });
  return price;
}

const productFields = ['active', 'description', 'metadata', 'name', 'statement_descriptor'] as const;

export const catalogueOperations: StripeOperations = {
  'POST /v1/products': {
    takes: [...productFields, 'id', 'type'],
    run: ({ account, given }) => productView(newProduct(account, given)),
  },
  'GET /v1/products': {
    takes: [...pagingParameters, 'active', 'created', 'ids'],
    run: ({ account, given }) => {
      const [active, ids, isInRange] = [given.flag('active'), given.texts('ids'), timeRangeFilter(given, 'created')];
      const wanted = account.products.newest(
        (product) =>
          isInRange(product.created) &&
          (active === undefined || product.active === active) &&
          (ids.length === 0 || ids.includes(product.id)),
      );
      return listPage(wanted, { given, url: '/v1/products', view: productView });
    },
  },
  'GET /v1/products/:id': { takes: [], run: ({ account, id }) => productView(account.product(id)) },
  'POST /v1/products/:id': {
    takes: [...productFields, 'default_price'],
    run: ({ account, id, given }) => {
      const product = account.product(id);
      const before = productView(product);
      product.active = given.flag('active') ?? product.active;
      product.name = given.text('name') ?? product.name;
      product.description = given.textOr('description', product.description);
      product.statementDescriptor = given.textOr('statement_descriptor', product.statementDescriptor);
      product.metadata = given.metadata(product.metadata);
      const price = given.text('default_price');
      if (price !== undefined) product.defaultPrice = account.price(price, 'default_price').id;
      product.updated = account.now();
      const view = productView(product);
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
    run: ({ account, given }) => priceView(newPrice(account, given)),
  },
  'GET /v1/prices': {
    takes: [...pagingParameters, 'active', 'created', 'currency', 'lookup_keys', 'product', 'type'],
    run: ({ account, given }) => {
      const [active, keys] = [given.flag('active'), given.texts('lookup_keys')];
      const [product, currency, type] = ['product', 'currency', 'type'].map((name) => given.text(name));
      const isInRange = timeRangeFilter(given, 'created');
      const wanted = account.prices.newest(
        (price) =>
          isInRange(price.created) &&
          (active === undefined || price.active === active) &&
          (keys.length === 0 || keys.includes(price.lookupKey ?? '')) &&
          (product === undefined || price.product === product) &&
          (currency === undefined || price.currency === currency) &&
          (type === undefined || (type === 'recurring') === (price.recurring !== null)),
      );
      return listPage(wanted, { given, url: '/v1/prices', view: priceView });
    },
  },
  'GET /v1/prices/:id': { takes: [], run: ({ account, id }) => priceView(account.price(id)) },
  'POST /v1/prices/:id': {
    takes: ['active', 'lookup_key', 'metadata', 'nickname', 'transfer_lookup_key'],
    run: ({ account, id, given }) => {
      const price = account.price(id);
      const before = priceView(price);
      const lookupKey = given.textOr('lookup_key', price.lookupKey);
      checkLookupKey(account, { key: lookupKey, own: id, transfers: given.flag('transfer_lookup_key') ?? false });
      price.lookupKey = lookupKey;
      price.active = given.flag('active') ?? price.active;
      price.nickname = given.textOr('nickname', price.nickname);
      price.metadata = given.metadata(price.metadata);
      const view = priceView(price);
      const previous = previousAttributesOf(before, view);
      if (previous) account.emit('price.updated', view, { created: account.now(), previous });
      return view;
    },
  },
};

import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedPrice, SimulatedProduct } from '../state.types.ts';

export function toStripeApiProduct(product: SimulatedProduct): StripeApiObject {
  return fillMissingStripeFields('product', {
    id: product.id,
    created: product.created,
    updated: product.updated,
    active: product.active,
    name: product.name,
    description: product.description,
    metadata: product.metadata,
    statement_descriptor: product.statementDescriptor,
    default_price: product.defaultPrice,
    images: [],
    marketing_features: [],
    type: 'service',
    livemode: false,
  });
}

export function toStripeApiPrice(price: SimulatedPrice): StripeApiObject {
  return fillMissingStripeFields('price', {
    id: price.id,
    created: price.created,
    active: price.active,
    billing_scheme: 'per_unit',
    currency: price.currency,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.recurring && {
      interval: price.recurring.interval,
      interval_count: price.recurring.count,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    type: price.recurring ? 'recurring' : 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  });
}

/** A price in the older format of a plan, which every subscription item still contains. */
export function toStripeApiPlan(price: SimulatedPrice): StripeApiObject {
  return fillMissingStripeFields('plan', {
    id: price.id,
    created: price.created,
    active: price.active,
    amount: price.unitAmount,
    amount_decimal: String(price.unitAmount),
    billing_scheme: 'per_unit',
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.count ?? 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  });
}

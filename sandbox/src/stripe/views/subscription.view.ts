import type { SimulatedStripeAccount } from '../account.ts';
import type { StripeApiObject } from '../json.types.ts';
import { fillMissingStripeFields } from '../shapes.ts';
import type { SimulatedSubscription, SimulatedSubscriptionItem } from '../state.types.ts';
import { toStripeApiPlan, toStripeApiPrice } from './catalogue.view.ts';

function itemView(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  item: SimulatedSubscriptionItem,
): StripeApiObject {
  const price = account.price(item.price);
  return fillMissingStripeFields('subscription_item', {
    id: item.id,
    created: item.created,
    current_period_start: subscription.periodStart,
    current_period_end: subscription.periodEnd,
    discounts: [],
    metadata: item.metadata,
    plan: toStripeApiPlan(price),
    price: toStripeApiPrice(price),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: [],
  });
}

export function toStripeApiSubscription(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
): StripeApiObject {
  const { id, items, testClock } = subscription;
  const [first] = items;
  return fillMissingStripeFields('subscription', {
    id,
    created: subscription.created,
    automatic_tax: { enabled: false },
    billing_cycle_anchor: subscription.anchor,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    cancel_at: subscription.cancelAt ?? (subscription.cancelAtPeriodEnd ? subscription.periodEnd : null),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: { ...subscription.cancellationDetails },
    collection_method: 'charge_automatically',
    currency: first ? account.price(first.price).currency : 'gbp',
    customer: subscription.customer,
    default_payment_method: subscription.defaultPaymentMethod,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: { issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: items.map((item) => itemView(account, subscription, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    metadata: subscription.metadata,
    payment_settings: {
      payment_method_types: subscription.paymentMethodTypes,
      save_default_payment_method: subscription.saveDefaultPaymentMethod ? 'on_subscription' : 'off',
    },
    pending_update: subscription.pendingUpdate && {
      expires_at: subscription.pendingUpdate.expiresAt,
      trial_end: subscription.pendingUpdate.trialEnd,
    },
    start_date: subscription.created,
    status: subscription.status,
    test_clock: testClock,
    trial_end: subscription.trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: subscription.missingPaymentMethod } },
    trial_start: subscription.trialStart,
  });
}

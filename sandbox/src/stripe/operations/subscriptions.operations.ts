import type { StripeAccount } from '../account.ts';
import type { TypedRequestParameters } from '../typed-request-parameters.ts';
import { newStripeId } from '../ids.ts';
import { findPaymentMethod } from '../payment-methods.ts';
import type { Price, Subscription, SubscriptionItem } from '../state.types.ts';
import {
  stripeInvalidRequest,
  stripeMissingParameter,
  stripeNoSuchObject,
  stripeNotImplemented,
} from '../stripe-error.ts';
import { cancelSubscriptionNow, changeSubscriptionWithEvent, hasSubscriptionEnded } from '../subscription-status.ts';
import {
  requireStartablePeriod,
  requireFutureTrialEnd,
  endTrialNow,
  newSubscription,
  startSubscription,
  type PaymentBehavior,
} from '../subscriptions.ts';
import { subscriptionView } from '../views/subscription.view.ts';
import type { StripeOperations } from './operation.ts';
import { listPage, pagingParameters, timeRangeFilter } from './list-page.ts';

const daySeconds = 86_400;
const behaviors: readonly PaymentBehavior[] = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
];
/** The implemented parameters of an update that waits for its payment. */
const pendable = ['expand', 'payment_behavior', 'proration_behavior', 'trial_end'];

function behaviorOf(given: TypedRequestParameters): PaymentBehavior {
  const requested = given.text('payment_behavior') ?? 'allow_incomplete';
  const behavior = behaviors.find((each) => each === requested);
  if (!behavior) throw stripeNotImplemented(`payment_behavior=${requested}`);
  return behavior;
}

/** @throws when the card is not the customer's */
function cardOfCustomer(account: StripeAccount, customer: string, id: string): string {
  const method = findPaymentMethod(account, id, 'default_payment_method');
  if (method.customer === customer) return method.id;
  throw stripeInvalidRequest(
    `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

/** @throws when a parameter is given that Stripe does not allow in an update that waits for its payment */
function checkPendable(given: TypedRequestParameters): void {
  const other = given.names().find((name) => !pendable.includes(name));
  if (other === undefined) return;
  throw stripeInvalidRequest(
    `You cannot pass \`${other}\` when \`payment_behavior\` is set to \`pending_if_incomplete\`. You can only pass the parameters supported by pending updates.`,
    { param: other },
  );
}

/** @throws when the price is unknown, archived or not recurring */
function recurringPriceOf(account: StripeAccount, item: TypedRequestParameters): Price {
  const price = account.price(item.needed('price'), 'items[0][price]');
  if (!price.active)
    throw stripeInvalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    });
  if (!price.recurring) {
    throw stripeInvalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: 'items[0][price]' },
    );
  }
  return price;
}

/**
 * The items with the prices of an update: those charged from the next period on. @throws for an unknown item; for what
 * would be charged or refunded now
 */
function changedItems(
  account: StripeAccount,
  { items }: Subscription,
  given: TypedRequestParameters,
): SubscriptionItem[] {
  const changes = given.inners('items');
  if (changes.length === 0) return items;
  if (given.text('proration_behavior') !== 'none') throw stripeNotImplemented('items without proration_behavior=none');
  const changed = new Map<string, string>();
  for (const change of changes) {
    change.only(['id', 'price']);
    const id = change.text('id');
    const item = items.find((each) => each.id === id);
    if (id === undefined) throw stripeNotImplemented('items of an update without an id');
    if (!item) throw stripeNoSuchObject('subscription_item', id, 'items[0][id]');
    const price = recurringPriceOf(account, change);
    if (JSON.stringify(price.recurring) !== JSON.stringify(account.price(item.price).recurring)) {
      throw stripeNotImplemented('a price with another interval');
    }
    if (price.currency !== account.price(item.price).currency) {
      throw stripeInvalidRequest('The price specified only supports another currency than the subscription.', {
        param: 'items[0][price]',
      });
    }
    changed.set(id, price.id);
  }
  return items.map((item) => ({ ...item, price: changed.get(item.id) ?? item.price }));
}

function itemsOf(account: StripeAccount, given: TypedRequestParameters, now: number): SubscriptionItem[] {
  const items = given.inners('items').map((item) => {
    item.only(['price', 'quantity', 'metadata']);
    const price = recurringPriceOf(account, item);
    const quantity = item.number('quantity') ?? 1;
    if (quantity < 1 || quantity > 1_000)
      throw stripeInvalidRequest('Invalid quantity', { param: 'items[0][quantity]' });
    return {
      id: newStripeId('si'),
      created: now,
      price: price.id,
      quantity,
      metadata: item.metadata(),
    };
  });
  if (items.length === 0) throw stripeMissingParameter('items');
  const lengths = new Set(items.map((item) => JSON.stringify(account.price(item.price).recurring)));
  if (lengths.size > 1)
    throw stripeInvalidRequest('All prices of a subscription must have the same interval here.', { param: 'items' });
  return items;
}

function trialEndOf(given: TypedRequestParameters, now: number): number | null {
  const days = given.number('trial_period_days');
  const at = given.number('trial_end') ?? (days === undefined ? null : now + days * daySeconds);
  if (at !== null) requireFutureTrialEnd(at, now);
  return at;
}

/** Sets the fields that can be given at the start and changed later; undefined leaves a field unchanged. */
function change(
  account: StripeAccount,
  subscription: Subscription,
  { given, now }: { given: TypedRequestParameters; now: number },
): void {
  const card = given.textOr('default_payment_method', subscription.defaultPaymentMethod);
  subscription.defaultPaymentMethod =
    card === null || card === subscription.defaultPaymentMethod
      ? card
      : cardOfCustomer(account, subscription.customer, card);
  subscription.description = given.textOr('description', subscription.description);
  subscription.metadata = given.metadata(subscription.metadata);
  const settings = given.inner('payment_settings').only(['payment_method_types', 'save_default_payment_method']);
  const saves = settings.text('save_default_payment_method');
  if (saves !== undefined) subscription.saveDefaultPaymentMethod = saves === 'on_subscription';
  if (settings.has('payment_method_types')) subscription.paymentMethodTypes = settings.texts('payment_method_types');
  const ending = given.inner('trial_settings').inner('end_behavior').only(['missing_payment_method']);
  const missing = ending.text('missing_payment_method');
  if (missing === 'cancel' || missing === 'pause' || missing === 'create_invoice') {
    subscription.missingPaymentMethod = missing;
  }
  changeCancellation(subscription, given, now);
}

function changeCancellation(subscription: Subscription, given: TypedRequestParameters, now: number): void {
  const atPeriodEnd = given.flag('cancel_at_period_end');
  const at = given.number('cancel_at');
  if (at === undefined && given.has('cancel_at') && !given.unsets('cancel_at')) throw stripeNotImplemented('cancel_at');
  if (atPeriodEnd !== undefined) {
    subscription.cancelAtPeriodEnd = atPeriodEnd;
    subscription.canceledAt = atPeriodEnd ? (subscription.canceledAt ?? now) : null;
    if (!atPeriodEnd) subscription.cancelAt = null;
  }
  if (at !== undefined) {
    if (at <= now) throw stripeInvalidRequest('cancel_at must be in the future.', { param: 'cancel_at' });
    subscription.cancelAt = at;
    subscription.canceledAt = now;
  }
  if (given.unsets('cancel_at')) {
    subscription.cancelAt = null;
    subscription.canceledAt = null;
  }
  const cancels = subscription.cancelAtPeriodEnd || subscription.cancelAt !== null;
  const details = given.inner('cancellation_details').only(['comment', 'feedback']);
  const { comment, feedback } = subscription.cancellationDetails;
  subscription.cancellationDetails = {
    comment: details.textOr('comment', comment),
    feedback: details.textOr('feedback', feedback),
    reason: cancels ? 'cancellation_requested' : null,
  };
}

const changeable = [
  'cancel_at',
  'cancel_at_period_end',
  'default_payment_method',
  'description',
  'metadata',
  'off_session',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'trial_end',
  'trial_settings',
] as const;

export const subscriptionOperations: StripeOperations = {
  'POST /v1/subscriptions': {
    takes: [...changeable, 'collection_method', 'currency', 'customer', 'items', 'trial_period_days'],
    run: ({ account, given }) => {
      if (given.text('collection_method') === 'send_invoice')
        throw stripeNotImplemented('collection_method=send_invoice');
      const customer = account.customer(given.needed('customer'), 'customer').id;
      const now = account.timeFor(customer);
      const items = itemsOf(account, given, now);
      const [trialEnd, behavior] = [trialEndOf(given, now), behaviorOf(given)];
      if (behavior === 'pending_if_incomplete') {
        throw stripeInvalidRequest('`pending_if_incomplete` cannot be passed when creating a subscription.', {
          param: 'payment_behavior',
        });
      }
      const subscription = newSubscription(account, { customer, items, trialEnd });
      change(account, subscription, { given, now });
      startSubscription(account, subscription, { behavior, offSession: given.flag('off_session') ?? false });
      return subscriptionView(account, subscription);
    },
  },
  'GET /v1/subscriptions': {
    takes: [...pagingParameters, 'created', 'customer', 'price', 'status', 'test_clock'],
    run: ({ account, given }) => {
      const [customer, price, status, clock] = ['customer', 'price', 'status', 'test_clock'].map((name) =>
        given.text(name),
      );
      const isInRange = timeRangeFilter(given, 'created');
      const matches = (subscription: Subscription): boolean => {
        if (status === 'all') return true;
        if (status === 'ended') return hasSubscriptionEnded(subscription);
        return status === undefined ? subscription.status !== 'canceled' : subscription.status === status;
      };
      const wanted = account.subscriptions.newest(
        (each) =>
          isInRange(each.created) &&
          matches(each) &&
          (customer === undefined || each.customer === customer) &&
          (price === undefined || each.items.some((item) => item.price === price)) &&
          (clock === undefined ? customer !== undefined || each.testClock === null : each.testClock === clock),
      );
      return listPage(wanted, { given, url: '/v1/subscriptions', view: (each) => subscriptionView(account, each) });
    },
  },
  'GET /v1/subscriptions/:id': {
    takes: [],
    run: ({ account, id }) => subscriptionView(account, account.subscription(id)),
  },
  'POST /v1/subscriptions/:id': {
    takes: [...changeable, 'cancellation_details', 'items'],
    run: ({ account, id, given }) => {
      const subscription = account.subscription(id);
      const now = account.timeFor(subscription.customer);
      const behavior = behaviorOf(given);
      const other = given.names().find((name) => !['metadata', 'cancellation_details', 'expand'].includes(name));
      if (hasSubscriptionEnded(subscription) && other !== undefined) {
        throw stripeInvalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
          param: other,
        });
      }
      const trialEnd = given.number('trial_end');
      if (trialEnd !== undefined) {
        requireFutureTrialEnd(trialEnd, now);
        if (subscription.status !== 'trialing')
          throw stripeNotImplemented('trial_end of a subscription that is not trialing');
      }
      if (behavior === 'pending_if_incomplete') {
        checkPendable(given);
        if (trialEnd !== undefined)
          throw stripeNotImplemented('payment_behavior=pending_if_incomplete with that trial_end');
      }
      const endsNow = given.text('trial_end') === 'now' && subscription.status === 'trialing';
      const offSession = given.flag('off_session') ?? false;
      changeSubscriptionWithEvent(account, subscription, () => {
        subscription.items = changedItems(account, subscription, given);
        change(account, subscription, { given, now });
        if (endsNow) requireStartablePeriod(account, subscription, { behavior, offSession });
        if (trialEnd === undefined) return;
        subscription.trialEnd = trialEnd;
        subscription.periodEnd = trialEnd;
        subscription.anchor = trialEnd;
      });
      if (endsNow) endTrialNow(account, subscription, { behavior, offSession });
      return subscriptionView(account, subscription);
    },
  },
  'DELETE /v1/subscriptions/:id': {
    takes: ['cancellation_details', 'invoice_now', 'prorate'],
    run: ({ account, id, given }) => {
      const subscription = account.subscription(id);
      if (hasSubscriptionEnded(subscription)) throw stripeNoSuchObject('subscription', id);
      if (given.flag('prorate') === true) throw stripeNotImplemented('prorate');
      if (given.flag('invoice_now') === true) throw stripeNotImplemented('invoice_now');
      changeCancellation(subscription, given, account.timeFor(subscription.customer));
      cancelSubscriptionNow(account, subscription, {
        reason: 'cancellation_requested',
        now: account.timeFor(subscription.customer),
      });
      return subscriptionView(account, subscription);
    },
  },
};

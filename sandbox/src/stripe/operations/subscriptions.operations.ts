import type { SimulatedStripeAccount } from '../account.ts';
import type { TypedStripeRequestParameters } from '../typed-request-parameters.ts';
import { newStripeId } from '../ids.ts';
import { findOrCreateSimulatedPaymentMethod } from '../payment-methods.ts';
import type { SimulatedPrice, SimulatedSubscription, SimulatedSubscriptionItem } from '../state.types.ts';
import {
  stripeInvalidRequestError,
  stripeMissingParameterError,
  stripeNoSuchObjectError,
  stripeNotImplementedError,
} from '../stripe-error.ts';
import {
  cancelSimulatedSubscriptionNow,
  changeSubscriptionWithEvent,
  hasSubscriptionEnded,
} from '../subscription-status.ts';
import {
  requireStartablePeriod,
  requireFutureTrialEnd,
  endSimulatedTrialNow,
  createSimulatedSubscription,
  startSimulatedSubscription,
  type PaymentBehavior,
} from '../subscriptions.ts';
import { toStripeApiSubscription } from '../views/subscription.view.ts';
import type { StripeOperations } from './operation.ts';
import { stripeListPage, stripePagingParameters, stripeTimeRangeFilter } from './list-page.ts';

const daySeconds = 86_400;
const behaviors: readonly PaymentBehavior[] = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
];
/** The implemented parameters of an update that waits for its payment. */
const pendable = ['expand', 'payment_behavior', 'proration_behavior', 'trial_end'];

function behaviorOf(given: TypedStripeRequestParameters): PaymentBehavior {
  const requested = given.text('payment_behavior') ?? 'allow_incomplete';
  const behavior = behaviors.find((each) => each === requested);
  if (!behavior) throw stripeNotImplementedError(`payment_behavior=${requested}`);
  return behavior;
}

/** @throws when the card is not the customer's */
function cardOfCustomer(account: SimulatedStripeAccount, customer: string, id: string): string {
  const method = findOrCreateSimulatedPaymentMethod(account, id, 'default_payment_method');
  if (method.customer === customer) return method.id;
  throw stripeInvalidRequestError(
    `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

/** @throws when a parameter is given that Stripe does not allow in an update that waits for its payment */
function checkPendable(given: TypedStripeRequestParameters): void {
  const other = given.names().find((name) => !pendable.includes(name));
  if (other === undefined) return;
  throw stripeInvalidRequestError(
    `You cannot pass \`${other}\` when \`payment_behavior\` is set to \`pending_if_incomplete\`. You can only pass the parameters supported by pending updates.`,
    { param: other },
  );
}

/** @throws when the price is unknown, archived or not recurring */
function recurringPriceOf(account: SimulatedStripeAccount, item: TypedStripeRequestParameters): SimulatedPrice {
  const price = account.price(item.needed('price'), 'items[0][price]');
  if (!price.active)
    throw stripeInvalidRequestError('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    });
  if (!price.recurring) {
    throw stripeInvalidRequestError(
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
  account: SimulatedStripeAccount,
  { items }: SimulatedSubscription,
  given: TypedStripeRequestParameters,
): SimulatedSubscriptionItem[] {
  const changes = given.inners('items');
  if (changes.length === 0) return items;
  if (given.text('proration_behavior') !== 'none')
    throw stripeNotImplementedError('items without proration_behavior=none');
  const changed = new Map<string, string>();
  for (const change of changes) {
    change.only(['id', 'price']);
    const id = change.text('id');
    const item = items.find((each) => each.id === id);
    if (id === undefined) throw stripeNotImplementedError('items of an update without an id');
    if (!item) throw stripeNoSuchObjectError('subscription_item', id, 'items[0][id]');
    const price = recurringPriceOf(account, change);
    if (JSON.stringify(price.recurring) !== JSON.stringify(account.price(item.price).recurring)) {
      throw stripeNotImplementedError('a price with another interval');
    }
    if (price.currency !== account.price(item.price).currency) {
      throw stripeInvalidRequestError('The price specified only supports another currency than the subscription.', {
        param: 'items[0][price]',
      });
    }
    changed.set(id, price.id);
  }
  return items.map((item) => ({ ...item, price: changed.get(item.id) ?? item.price }));
}

function itemsOf(
  account: SimulatedStripeAccount,
  given: TypedStripeRequestParameters,
  now: number,
): SimulatedSubscriptionItem[] {
  const items = given.inners('items').map((item) => {
    item.only(['price', 'quantity', 'metadata']);
    const price = recurringPriceOf(account, item);
    const quantity = item.number('quantity') ?? 1;
    if (quantity < 1 || quantity > 1_000)
      throw stripeInvalidRequestError('Invalid quantity', { param: 'items[0][quantity]' });
    return {
      id: newStripeId('si'),
      created: now,
      price: price.id,
      quantity,
      metadata: item.metadata(),
    };
  });
  if (items.length === 0) throw stripeMissingParameterError('items');
  const lengths = new Set(items.map((item) => JSON.stringify(account.price(item.price).recurring)));
  if (lengths.size > 1)
    throw stripeInvalidRequestError('All prices of a subscription must have the same interval here.', {
      param: 'items',
    });
  return items;
}

function trialEndOf(given: TypedStripeRequestParameters, now: number): number | null {
  const days = given.number('trial_period_days');
  const at = given.number('trial_end') ?? (days === undefined ? null : now + days * daySeconds);
  if (at !== null) requireFutureTrialEnd(at, now);
  return at;
}

/** Sets the fields that can be given at the start and changed later; undefined leaves a field unchanged. */
function change(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  { given, now }: { given: TypedStripeRequestParameters; now: number },
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

function changeCancellation(
  subscription: SimulatedSubscription,
  given: TypedStripeRequestParameters,
  now: number,
): void {
  const atPeriodEnd = given.flag('cancel_at_period_end');
  const at = given.number('cancel_at');
  if (at === undefined && given.has('cancel_at') && !given.unsets('cancel_at'))
    throw stripeNotImplementedError('cancel_at');
  if (atPeriodEnd !== undefined) {
    subscription.cancelAtPeriodEnd = atPeriodEnd;
    subscription.canceledAt = atPeriodEnd ? (subscription.canceledAt ?? now) : null;
    if (!atPeriodEnd) subscription.cancelAt = null;
  }
  if (at !== undefined) {
    if (at <= now) throw stripeInvalidRequestError('cancel_at must be in the future.', { param: 'cancel_at' });
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

export const stripeSubscriptionOperations: StripeOperations = {
  'POST /v1/subscriptions': {
    takes: [...changeable, 'collection_method', 'currency', 'customer', 'items', 'trial_period_days'],
    run: ({ account, given }) => {
      if (given.text('collection_method') === 'send_invoice')
        throw stripeNotImplementedError('collection_method=send_invoice');
      const customer = account.customer(given.needed('customer'), 'customer').id;
      const now = account.timeFor(customer);
      const items = itemsOf(account, given, now);
      const [trialEnd, behavior] = [trialEndOf(given, now), behaviorOf(given)];
      if (behavior === 'pending_if_incomplete') {
        throw stripeInvalidRequestError('`pending_if_incomplete` cannot be passed when creating a subscription.', {
          param: 'payment_behavior',
        });
      }
      const subscription = createSimulatedSubscription(account, { customer, items, trialEnd });
      change(account, subscription, { given, now });
      startSimulatedSubscription(account, subscription, { behavior, offSession: given.flag('off_session') ?? false });
      return toStripeApiSubscription(account, subscription);
    },
  },
  'GET /v1/subscriptions': {
    takes: [...stripePagingParameters, 'created', 'customer', 'price', 'status', 'test_clock'],
    run: ({ account, given }) => {
      const [customer, price, status, clock] = ['customer', 'price', 'status', 'test_clock'].map((name) =>
        given.text(name),
      );
      const isInRange = stripeTimeRangeFilter(given, 'created');
      const matches = (subscription: SimulatedSubscription): boolean => {
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
      return stripeListPage(wanted, {
        given,
        url: '/v1/subscriptions',
        view: (each) => toStripeApiSubscription(account, each),
      });
    },
  },
  'GET /v1/subscriptions/:id': {
    takes: [],
    run: ({ account, id }) => toStripeApiSubscription(account, account.subscription(id)),
  },
  'POST /v1/subscriptions/:id': {
    takes: [...changeable, 'cancellation_details', 'items'],
    run: ({ account, id, given }) => {
      const subscription = account.subscription(id);
      const now = account.timeFor(subscription.customer);
      const behavior = behaviorOf(given);
      const other = given.names().find((name) => !['metadata', 'cancellation_details', 'expand'].includes(name));
      if (hasSubscriptionEnded(subscription) && other !== undefined) {
        throw stripeInvalidRequestError(
          'A canceled subscription can only update its cancellation_details and metadata.',
          {
            param: other,
          },
        );
      }
      const trialEnd = given.number('trial_end');
      if (trialEnd !== undefined) {
        requireFutureTrialEnd(trialEnd, now);
        if (subscription.status !== 'trialing')
          throw stripeNotImplementedError('trial_end of a subscription that is not trialing');
      }
      if (behavior === 'pending_if_incomplete') {
        checkPendable(given);
        if (trialEnd !== undefined)
          throw stripeNotImplementedError('payment_behavior=pending_if_incomplete with that trial_end');
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
      if (endsNow) endSimulatedTrialNow(account, subscription, { behavior, offSession });
      return toStripeApiSubscription(account, subscription);
    },
  },
  'DELETE /v1/subscriptions/:id': {
    takes: ['cancellation_details', 'invoice_now', 'prorate'],
    run: ({ account, id, given }) => {
      const subscription = account.subscription(id);
      if (hasSubscriptionEnded(subscription)) throw stripeNoSuchObjectError('subscription', id);
      if (given.flag('prorate') === true) throw stripeNotImplementedError('prorate');
      if (given.flag('invoice_now') === true) throw stripeNotImplementedError('invoice_now');
      changeCancellation(subscription, given, account.timeFor(subscription.customer));
      cancelSimulatedSubscriptionNow(account, subscription, {
        reason: 'cancellation_requested',
        now: account.timeFor(subscription.customer),
      });
      return toStripeApiSubscription(account, subscription);
    },
  },
};

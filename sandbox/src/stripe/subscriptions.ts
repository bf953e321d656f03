import type { SimulatedStripeAccount } from './account.ts';
import { bankVerdictOnPayment } from './cards.ts';
import { newStripeId } from './ids.ts';
import { periodEndAfter } from './intervals.ts';
import {
  collectSimulatedInvoice,
  draftSimulatedInvoice,
  renewalDraftSeconds,
  expirePendingSubscriptionUpdate,
  finalizeSimulatedInvoice,
  paymentMethodOfSubscription,
  noPaymentMethodError,
  startPaidSubscriptionPeriod,
} from './invoices.ts';
import { expiryOfPendingSubscriptionUpdate } from './pending-updates.ts';
import type { SimulatedPrice, SimulatedSubscription, SimulatedSubscriptionItem } from './state.types.ts';
import { stripeCardError, stripeInvalidRequestError, stripeMissingParameterError } from './stripe-error.ts';
import { cancelSimulatedSubscriptionNow, changeSubscriptionWithEvent } from './subscription-status.ts';
import { toStripeApiSubscription } from './views/subscription.view.ts';

const daySeconds = 86_400;
const trialNoticeSeconds = 3 * daySeconds;

/** What happens when a payment does not succeed immediately. */
export type PaymentBehavior =
  'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete';

export function priceOfSubscription(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
): SimulatedPrice {
  const [item] = subscription.items;
  if (!item) throw new Error(`${subscription.id} has no items`);
  return account.price(item.price);
}

/** @throws card_error when the bank would not accept the payment immediately */
function insist(account: SimulatedStripeAccount, subscription: SimulatedSubscription, offSession: boolean): void {
  const method = paymentMethodOfSubscription(account, subscription);
  if (!method) throw noPaymentMethodError();
  const verdict = bankVerdictOnPayment(method.card, { offSession, authenticated: false, setUp: method.setUp });
  if (verdict.kind === 'pay') return;
  if (verdict.kind === 'authenticate') {
    throw stripeCardError({
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`. Additional information is available here: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
    });
  }
  const { code, declineCode, message } = verdict.decline;
  throw stripeCardError({ code, message, ...(declineCode !== null && { decline_code: declineCode }) });
}

export function createSimulatedSubscription(
  account: SimulatedStripeAccount,
  { customer, items, trialEnd }: { customer: string; items: SimulatedSubscriptionItem[]; trialEnd: number | null },
): SimulatedSubscription {
  const now = account.timeFor(customer);
  const [first] = items;
  if (!first) throw stripeMissingParameterError('items');
  return {
    id: newStripeId('sub'),
    created: now,
    customer,
    items,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    metadata: {},
    description: null,
    anchor: trialEnd ?? now,
    periodStart: now,
    periodEnd: trialEnd ?? periodEndAfter(now, now, account.price(first.price)),
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    trialNoticeSent: false,
    upcomingNoticeSent: false,
    missingPaymentMethod: 'create_invoice',
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    cancellationDetails: { comment: null, feedback: null, reason: null },
    defaultPaymentMethod: null,
    saveDefaultPaymentMethod: false,
    paymentMethodTypes: null,
    latestInvoice: null,
    pendingUpdate: null,
    testClock: account.customer(customer).testClock,
  };
}

/** @throws when the first paid period cannot start as requested */
export function requireStartablePeriod(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  { behavior, offSession }: { behavior: PaymentBehavior; offSession: boolean },
): void {
  if (behavior === 'error_if_incomplete') insist(account, subscription, offSession);
  if (behavior === 'allow_incomplete' && !paymentMethodOfSubscription(account, subscription))
    throw noPaymentMethodError();
}

/**
 * Starts a subscription with its first invoice: of nothing for a trial, otherwise due now. @throws card_error with
 * `error_if_incomplete`, when nothing was created
 */
export function startSimulatedSubscription(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  { behavior, offSession }: { behavior: PaymentBehavior; offSession: boolean },
): void {
  const now = subscription.created;
  const trial = subscription.trialEnd !== null;
  if (!trial) requireStartablePeriod(account, subscription, { behavior, offSession });
  account.subscriptions.add(subscription);
  const { periodStart: start, periodEnd: end } = subscription;
  const invoice = draftSimulatedInvoice(account, subscription, {
    reason: 'subscription_create',
    start,
    end,
    free: trial,
    finalizesAt: null,
  });
  account.emit('customer.subscription.created', toStripeApiSubscription(account, subscription), { created: now });
  finalizeSimulatedInvoice(account, invoice);
  if (invoice.status === 'open' && behavior !== 'default_incomplete') {
    invoice.attemptCount = 1;
    collectSimulatedInvoice(account, invoice, {
      method: paymentMethodOfSubscription(account, subscription),
      offSession,
    });
  }
  if (trial && end - now <= trialNoticeSeconds) sendTrialNotice(account, subscription);
}

/** Sends the notice of a trial's end: three days before it, or immediately for a shorter trial. */
export function sendTrialNotice(account: SimulatedStripeAccount, subscription: SimulatedSubscription): void {
  subscription.trialNoticeSent = true;
  account.emit('customer.subscription.trial_will_end', toStripeApiSubscription(account, subscription), {
    created: account.timeFor(subscription.customer),
  });
}

export const trialNoticeAt = ({ trialEnd }: SimulatedSubscription): number | null =>
  trialEnd === null ? null : trialEnd - trialNoticeSeconds;

/** Ends a trial now: the first paid period starts, and is charged immediately. */
export function endSimulatedTrialNow(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  { behavior, offSession }: { behavior: PaymentBehavior; offSession: boolean },
): void {
  if (behavior === 'pending_if_incomplete') {
    endTrialOncePaid(account, subscription, offSession);
    return;
  }
  const now = account.timeFor(subscription.customer);
  const end = periodEndAfter(now, now, priceOfSubscription(account, subscription));
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.trialEnd = now;
    subscription.anchor = now;
    subscription.periodStart = now;
    subscription.periodEnd = end;
    subscription.status = 'active';
    subscription.upcomingNoticeSent = false;
  });
  const invoice = draftSimulatedInvoice(account, subscription, {
    reason: 'subscription_update',
    start: now,
    end,
    free: false,
    finalizesAt: null,
  });
  finalizeSimulatedInvoice(account, invoice);
  if (behavior === 'default_incomplete') {
    changeSubscriptionWithEvent(account, subscription, () => {
      subscription.status = 'past_due';
    });
    return;
  }
  invoice.attemptCount = 1;
  invoice.nextAttempt = now + trialNoticeSeconds;
  collectSimulatedInvoice(account, invoice, { method: paymentMethodOfSubscription(account, subscription), offSession });
}

/** Charges the first paid period immediately; until that is paid, the trial continues unchanged. */
function endTrialOncePaid(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  offSession: boolean,
): void {
  expirePendingSubscriptionUpdate(account, subscription);
  const now = account.timeFor(subscription.customer);
  const end = periodEndAfter(now, now, priceOfSubscription(account, subscription));
  const invoice = draftSimulatedInvoice(account, subscription, {
    reason: 'subscription_update',
    start: now,
    end,
    free: false,
    finalizesAt: null,
  });
  const update = {
    invoice: invoice.id,
    trialEnd: now,
    periodEnd: end,
    expiresAt: expiryOfPendingSubscriptionUpdate(subscription, now),
  };
  subscription.pendingUpdate = update;
  finalizeSimulatedInvoice(account, invoice);
  invoice.attemptCount = 1;
  if (invoice.status === 'paid') startPaidSubscriptionPeriod(account, { subscription, invoice, method: null });
  else
    collectSimulatedInvoice(account, invoice, {
      method: paymentMethodOfSubscription(account, subscription),
      offSession,
    });
  if (invoice.status === 'paid') return;
  subscription.pendingUpdate = null;
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.pendingUpdate = update;
  });
}

/** Ends a period: the subscription ends, pauses, or is renewed with a draft that is charged an hour later. */
export function processSubscriptionPeriodEnd(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
): void {
  const now = subscription.periodEnd;
  if (subscription.cancelAtPeriodEnd) {
    cancelSimulatedSubscriptionNow(account, subscription, { reason: 'cancellation_requested', now });
    return;
  }
  if (subscription.status === 'trialing' && !paymentMethodOfSubscription(account, subscription)) {
    if (subscription.missingPaymentMethod === 'cancel') {
      cancelSimulatedSubscriptionNow(account, subscription, { reason: null, now });
      return;
    }
    if (subscription.missingPaymentMethod === 'pause') {
      changeSubscriptionWithEvent(account, subscription, () => {
        subscription.status = 'paused';
      });
      account.emit('customer.subscription.paused', toStripeApiSubscription(account, subscription), { created: now });
      return;
    }
  }
  changeSubscriptionWithEvent(account, subscription, () => {
    const end = periodEndAfter(subscription.anchor, now, priceOfSubscription(account, subscription));
    draftSimulatedInvoice(account, subscription, {
      reason: 'subscription_cycle',
      start: now,
      end,
      free: false,
      finalizesAt: now + renewalDraftSeconds,
    });
    subscription.periodStart = now;
    subscription.periodEnd = end;
    subscription.upcomingNoticeSent = false;
    if (subscription.status === 'trialing') subscription.status = 'active';
  });
}

/** @throws unless the instant is in the future, and the trial at most two years long */
export function requireFutureTrialEnd(at: number, now: number): void {
  if (at <= now) {
    throw stripeInvalidRequestError('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  }
  if (at - now > 730 * daySeconds) {
    throw stripeInvalidRequestError('Invalid timestamp: can be no more than two years in the future.', {
      param: 'trial_end',
    });
  }
}

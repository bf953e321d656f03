import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import { periodEndAfter } from './intervals.ts';
import type { SimulatedSubscription } from './state.types.ts';
import { priceOfSubscription } from './subscriptions.ts';
import { toStripeApiInvoice } from './views/invoice.view.ts';

/** Sends the price of the next renewal, in an invoice that does not exist yet. */
export function sendUpcomingInvoiceNotice(account: SimulatedStripeAccount, subscription: SimulatedSubscription): void {
  subscription.upcomingNoticeSent = true;
  const now = account.timeFor(subscription.customer);
  const { periodStart, periodEnd, anchor } = subscription;
  const end = periodEndAfter(anchor, periodEnd, priceOfSubscription(account, subscription));
  const lines = subscription.items.map((item) => {
    const price = account.price(item.price);
    return {
      id: newStripeId('il'),
      amount: price.unitAmount * item.quantity,
      description: account.product(price.product).name,
      price: price.id,
      quantity: item.quantity,
      item: item.id,
      period: { start: periodEnd, end },
    };
  });
  const view = toStripeApiInvoice(account, {
    id: newStripeId('upcoming_in'),
    created: now,
    customer: subscription.customer,
    subscription: subscription.id,
    billingReason: 'subscription_cycle',
    status: 'draft',
    currency: priceOfSubscription(account, subscription).currency,
    lines,
    number: null,
    amountPaid: 0,
    startingBalance: 0,
    amountOverpaid: 0,
    attemptCount: 0,
    attempted: false,
    autoAdvance: true,
    finalizesAt: null,
    nextAttempt: periodEnd,
    periodStart,
    periodEnd,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    paymentIntent: null,
    payments: [],
    subscriptionMetadata: subscription.metadata,
  });
  account.emit(
    'invoice.upcoming',
    { ...view, billing_reason: 'upcoming', next_payment_attempt: periodEnd },
    { created: now },
  );
}

import type { StripeAccount } from './account.ts';
import { previousAttributesOf } from './previous-attributes.ts';
import { cancelPaymentIntent } from './payment-intents.ts';
import type { InvoicePayment, Subscription } from './state.types.ts';
import { paymentsOfInvoice } from './views/invoice.view.ts';
import { subscriptionView } from './views/subscription.view.ts';

/** Changes a subscription and emits the changes, if there are any; a change that throws is undone. */
export function changeSubscriptionWithEvent(
  account: StripeAccount,
  subscription: Subscription,
  change: () => void,
): void {
  const [before, saved] = [subscriptionView(account, subscription), { ...subscription }];
  try {
    change();
  } catch (error) {
    Object.assign(subscription, saved);
    throw error;
  }
  const after = subscriptionView(account, subscription);
  const previous = previousAttributesOf(before, after);
  if (!previous) return;
  account.emit('customer.subscription.updated', after, { created: account.timeFor(subscription.customer), previous });
}

export const hasSubscriptionEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Ends a subscription: it is not renewed, and open invoices are no longer collected. */
export function cancelSubscriptionNow(
  account: StripeAccount,
  subscription: Subscription,
  { reason, now }: { reason: 'cancellation_requested' | 'payment_failed' | null; now: number },
): void {
  if (hasSubscriptionEnded(subscription)) return;
  for (const invoice of account.invoices.values()) {
    if (invoice.subscription !== subscription.id || (invoice.status !== 'draft' && invoice.status !== 'open')) continue;
    invoice.autoAdvance = false;
    invoice.finalizesAt = null;
    invoice.nextAttempt = null;
  }
  subscription.status = 'canceled';
  subscription.pendingUpdate = null;
  subscription.canceledAt ??= now;
  subscription.endedAt = now;
  subscription.cancellationDetails.reason ??= reason;
  account.emit('customer.subscription.deleted', subscriptionView(account, subscription), { created: now });
}

/** Ends a subscription whose first payment was never made. */
export function expireIncompleteSubscription(account: StripeAccount, subscription: Subscription, now: number): void {
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.status = 'incomplete_expired';
    subscription.endedAt = now;
  });
  const invoice = subscription.latestInvoice === null ? undefined : account.invoices.get(subscription.latestInvoice);
  if (invoice?.status !== 'open') return;
  invoice.status = 'void';
  invoice.voidedAt = now;
  cancelSubscriptionPayments(
    account,
    paymentsOfInvoice(account, invoice).filter(({ status }) => status === 'open'),
  );
}

/** Cancels open payments of an invoice, with their intents. */
export function cancelSubscriptionPayments(account: StripeAccount, payments: readonly InvoicePayment[]): void {
  for (const payment of payments) {
    const intent = account.paymentIntent(payment.paymentIntent);
    Object.assign(payment, { status: 'canceled', canceledAt: account.timeFor(intent.customer) });
    cancelPaymentIntent(account, intent, 'void_invoice');
  }
}

import type { SimulatedStripeAccount } from './account.ts';
import { previousAttributesOf } from './previous-attributes.ts';
import { cancelSimulatedPaymentIntent } from './payment-intents.ts';
import type { SimulatedInvoicePayment, SimulatedSubscription } from './state.types.ts';
import { paymentsOfInvoice } from './views/invoice.view.ts';
import { toStripeApiSubscription } from './views/subscription.view.ts';

/** Changes a subscription and emits the changes, if there are any; a change that throws is undone. */
export function changeSubscriptionWithEvent(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  change: () => void,
): void {
  const [before, saved] = [toStripeApiSubscription(account, subscription), { ...subscription }];
  try {
    change();
  } catch (error) {
    Object.assign(subscription, saved);
    throw error;
  }
  const after = toStripeApiSubscription(account, subscription);
  const previous = previousAttributesOf(before, after);
  if (!previous) return;
  account.emit('customer.subscription.updated', after, { created: account.timeFor(subscription.customer), previous });
}

export const hasSubscriptionEnded = ({ status }: SimulatedSubscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Ends a subscription: it is not renewed, and open invoices are no longer collected. */
export function cancelSimulatedSubscriptionNow(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
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
  account.emit('customer.subscription.deleted', toStripeApiSubscription(account, subscription), { created: now });
}

/** Ends a subscription whose first payment was never made. */
export function expireIncompleteSimulatedSubscription(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  now: number,
): void {
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.status = 'incomplete_expired';
    subscription.endedAt = now;
  });
  const invoice = subscription.latestInvoice === null ? undefined : account.invoices.get(subscription.latestInvoice);
  if (invoice?.status !== 'open') return;
  invoice.status = 'void';
  invoice.voidedAt = now;
  cancelOpenInvoicePayments(
    account,
    paymentsOfInvoice(account, invoice).filter(({ status }) => status === 'open'),
  );
}

/** Cancels open payments of an invoice, with their intents. */
export function cancelOpenInvoicePayments(
  account: SimulatedStripeAccount,
  payments: readonly SimulatedInvoicePayment[],
): void {
  for (const payment of payments) {
    const intent = account.paymentIntent(payment.paymentIntent);
    Object.assign(payment, { status: 'canceled', canceledAt: account.timeFor(intent.customer) });
    cancelSimulatedPaymentIntent(account, intent, 'void_invoice');
  }
}

import type { SimulatedStripeAccount } from './account.ts';
import type { SimulatedInvoice, PendingSubscriptionUpdate, SimulatedSubscription } from './state.types.ts';
import { changeSubscriptionWithEvent } from './subscription-status.ts';

const maxSeconds = 23 * 3_600;

/** The expiry of a pending update: the trial's end, and 23 hours at most. */
export const expiryOfPendingSubscriptionUpdate = (
  { trialEnd, periodEnd }: SimulatedSubscription,
  now: number,
): number => Math.min(trialEnd ?? periodEnd, periodEnd, now + maxSeconds);

/** Applies a paid update: the trial ended at the time of the request, and the paid period runs from then. */
export function applyPendingSubscriptionUpdate(
  subscription: SimulatedSubscription,
  { trialEnd, periodEnd }: PendingSubscriptionUpdate,
): void {
  Object.assign(subscription, { trialEnd, anchor: trialEnd, periodStart: trialEnd, periodEnd });
  subscription.status = 'active';
  subscription.upcomingNoticeSent = false;
  subscription.pendingUpdate = null;
}

/** Discards the pending update of an invoice, if there is one. */
export function discardPendingSubscriptionUpdate(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  const subscription = account.subscription(invoice.subscription);
  if (subscription.pendingUpdate?.invoice !== invoice.id) return;
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.pendingUpdate = null;
  });
}

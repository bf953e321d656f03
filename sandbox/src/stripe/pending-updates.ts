import type { StripeAccount } from './account.ts';
import type { Invoice, PendingUpdate, Subscription } from './state.types.ts';
import { changeSubscription } from './subscription-status.ts';

const longestSeconds = 23 * 3_600;

/** A pending update lives until the trial's end, and for 23 hours at most. */
export const expiryOf = ({ trialEnd, periodEnd }: Subscription, now: number): number =>
  Math.min(trialEnd ?? periodEnd, periodEnd, now + longestSeconds);

/** The trial has ended when that was asked for, and the period that was paid for runs since. */
export function applyPendingUpdate(subscription: Subscription, { trialEnd, periodEnd }: PendingUpdate): void {
  Object.assign(subscription, { trialEnd, anchor: trialEnd, periodStart: trialEnd, periodEnd });
  subscription.status = 'active';
  subscription.upcomingNoticeSent = false;
  subscription.pendingUpdate = null;
}

/** Discards the pending update that an invoice was made for, if it was. */
export function discardPendingUpdate(account: StripeAccount, invoice: Invoice): void {
  const subscription = account.subscription(invoice.subscription);
  if (subscription.pendingUpdate?.invoice !== invoice.id) return;
  changeSubscription(account, subscription, () => {
    subscription.pendingUpdate = null;
  });
}

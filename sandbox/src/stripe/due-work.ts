import type { SimulatedStripeAccount } from './account.ts';
import {
  collectSimulatedInvoiceAutomatically,
  expirePendingSubscriptionUpdate,
  finalizeSimulatedInvoice,
} from './invoices.ts';
import { failSimulatedRefund } from './refunds.ts';
import { settleSimulatedSetupIntent } from './setup-intents.ts';
import type { SimulatedInvoice, SimulatedRefund, SimulatedSetupIntent, SimulatedSubscription } from './state.types.ts';
import {
  cancelSimulatedSubscriptionNow,
  expireIncompleteSimulatedSubscription,
  hasSubscriptionEnded,
} from './subscription-status.ts';
import { processSubscriptionPeriodEnd, sendTrialNotice, trialNoticeAt } from './subscriptions.ts';
import { sendUpcomingInvoiceNotice } from './upcoming-notice.ts';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** The time in which an incomplete subscription can be paid. */
const incompleteSeconds = 23 * hourSeconds;
/** The time from `invoice.upcoming` to the renewal. */
const upcomingSeconds = 7 * daySeconds;
/** No due work makes other work due sooner than this after it. */
const batchSeconds = 600;

interface Due {
  at: number;
  run: () => void;
}

function dueOfSubscription(account: SimulatedStripeAccount, subscription: SimulatedSubscription): Due | null {
  if (hasSubscriptionEnded(subscription) || subscription.status === 'paused') return null;
  const candidates: Due[] = [];
  const add = (at: number | null, run: () => void): void => {
    if (at !== null) candidates.push({ at, run });
  };
  const { status, created, cancelAt, pendingUpdate, periodStart, periodEnd } = subscription;
  if (status === 'incomplete') {
    const ends = created + incompleteSeconds;
    return { at: ends, run: () => expireIncompleteSimulatedSubscription(account, subscription, ends) };
  }
  if (status === 'trialing' && !subscription.trialNoticeSent) {
    add(trialNoticeAt(subscription), () => sendTrialNotice(account, subscription));
  }
  if (
    !subscription.upcomingNoticeSent &&
    !subscription.cancelAtPeriodEnd &&
    periodEnd - periodStart > upcomingSeconds
  ) {
    add(periodEnd - upcomingSeconds, () => sendUpcomingInvoiceNotice(account, subscription));
  }
  add(pendingUpdate?.expiresAt ?? null, () => expirePendingSubscriptionUpdate(account, subscription));
  add(cancelAt, () =>
    cancelSimulatedSubscriptionNow(account, subscription, {
      reason: 'cancellation_requested',
      now: cancelAt ?? periodEnd,
    }),
  );
  add(periodEnd, () => processSubscriptionPeriodEnd(account, subscription));
  return candidates.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null);
}

function dueOfInvoice(account: SimulatedStripeAccount, invoice: SimulatedInvoice): Due | null {
  if (!invoice.autoAdvance) return null;
  if (invoice.status === 'draft' && invoice.finalizesAt !== null) {
    const charge = (): void => {
      finalizeSimulatedInvoice(account, invoice);
      if (invoice.status === 'open') collectSimulatedInvoiceAutomatically(account, invoice);
    };
    return { at: invoice.finalizesAt, run: charge };
  }
  if (invoice.status !== 'open' || invoice.nextAttempt === null) return null;
  return { at: invoice.nextAttempt, run: () => collectSimulatedInvoiceAutomatically(account, invoice) };
}

const dueOfRefund = (account: SimulatedStripeAccount, refund: SimulatedRefund): Due | null =>
  refund.failsAt === null ? null : { at: refund.failsAt, run: () => failSimulatedRefund(account, refund) };

const dueOfSetup = (account: SimulatedStripeAccount, intent: SimulatedSetupIntent): Due | null =>
  intent.settlesAt === null ? null : { at: intent.settlesAt, run: () => settleSimulatedSetupIntent(account, intent) };

/** Returns the next due work of an object, or null if there is none. */
type ReadDue = () => Due | null;

interface Found extends Due {
  readDue: ReadDue;
}

/** All work that is due until an instant, by a test clock or by the sandbox's own clock; unsorted. */
function dueUntil(account: SimulatedStripeAccount, clock: string | null, until: number): Found[] {
  // Objects of a deleted customer stay unchanged.
  const lives = (customer: string | null): boolean =>
    customer === null ? clock === null : account.customers.get(customer)?.testClock === clock;
  const found: Found[] = [];
  const add = (readDue: ReadDue): void => {
    const due = readDue();
    if (due && due.at <= until) found.push({ ...due, readDue });
  };
  for (const subscription of account.subscriptions.values()) {
    if (!hasSubscriptionEnded(subscription) && lives(subscription.customer))
      add(() => dueOfSubscription(account, subscription));
  }
  for (const invoice of account.invoices.values()) {
    if ((invoice.status === 'draft' || invoice.status === 'open') && lives(invoice.customer)) {
      add(() => dueOfInvoice(account, invoice));
    }
  }
  for (const refund of account.refunds.values()) {
    if (refund.failsAt !== null && lives(account.charge(refund.charge).customer))
      add(() => dueOfRefund(account, refund));
  }
  for (const intent of account.setupIntents.values()) {
    if (intent.settlesAt !== null && lives(intent.customer)) add(() => dueOfSetup(account, intent));
  }
  return found;
}

/** Runs the work that is due until an instant, in order, each as of its due time. */
export function runDueStripeWork(account: SimulatedStripeAccount, clock: string | null, until: number): void {
  for (;;) {
    const found = dueUntil(account, clock, until).sort((one, other) => one.at - other.at);
    const [first] = found;
    if (!first) return;
    for (const { at, readDue } of found) {
      if (at >= first.at + batchSeconds) break;
      // Work before it may have ended or paid the object.
      const due = readDue();
      if (due?.at === at) account.at(at, due.run);
    }
  }
}

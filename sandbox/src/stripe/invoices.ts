import type { SimulatedStripeAccount } from './account.ts';
import { newStripeId } from './ids.ts';
import { attemptSimulatedPayment, createSimulatedPaymentIntent } from './payment-intents.ts';
import { changeSimulatedCustomerBalance } from './customer-balance.ts';
import { applyPendingSubscriptionUpdate, discardPendingSubscriptionUpdate } from './pending-updates.ts';
import { attachPaymentMethodAfterPayment } from './payment-methods.ts';
import type {
  SimulatedInvoice,
  SimulatedPaymentIntent,
  SimulatedPaymentMethod,
  SimulatedSetupIntent,
  SimulatedSubscription,
} from './state.types.ts';
import { stripeCardError, stripeInvalidRequestError, type StripeError } from './stripe-error.ts';
import {
  cancelSimulatedSubscriptionNow,
  cancelOpenInvoicePayments,
  changeSubscriptionWithEvent,
  hasSubscriptionEnded,
} from './subscription-status.ts';
import { toStripeApiSubscription } from './views/subscription.view.ts';
import {
  amountDueOfInvoice,
  toStripeApiInvoicePayment,
  toStripeApiInvoice,
  paymentsOfInvoice,
  totalOfInvoice,
} from './views/invoice.view.ts';

const daySeconds = 86_400;
/** The time in which the draft of a renewal can still be changed. */
export const renewalDraftSeconds = 3_600;
/** Days from each failed attempt to the next; the attempt after these is the last. */
const retryDays = [3, 5, 7];

const emitInvoice = (account: SimulatedStripeAccount, type: string, invoice: SimulatedInvoice): void =>
  account.emit(type, toStripeApiInvoice(account, invoice), { created: account.timeFor(invoice.customer) });

interface NewInvoice {
  reason: SimulatedInvoice['billingReason'];
  /** The start of the period that is charged for. */
  start: number;
  end: number;
  /** Whether it is for a trial, which costs nothing. */
  free: boolean;
  /** When Stripe finalises it automatically; null: now. */
  finalizesAt: number | null;
}

/** A draft of an invoice for a period of a subscription. */
export function draftSimulatedInvoice(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
  options: NewInvoice,
): SimulatedInvoice {
  const now = account.timeFor(subscription.customer);
  const period = { start: options.start, end: options.end };
  const lines = subscription.items.map((item) => {
    const price = account.price(item.price);
    const product = account.product(price.product).name;
    const each = `£${(price.unitAmount / 100).toFixed(2)} / ${price.recurring?.interval ?? 'month'}`;
    return {
      id: newStripeId('il'),
      amount: options.free ? 0 : price.unitAmount * item.quantity,
      description: options.free ? `Trial period for ${product}` : `${item.quantity} × ${product} (at ${each})`,
      price: price.id,
      quantity: item.quantity,
      item: item.id,
      period,
    };
  });
  const [first] = subscription.items;
  const isCycle = options.reason === 'subscription_cycle';
  const invoice: SimulatedInvoice = account.invoices.add({
    id: newStripeId('in'),
    created: now,
    customer: subscription.customer,
    subscription: subscription.id,
    billingReason: options.reason,
    status: 'draft',
    currency: first ? account.price(first.price).currency : 'gbp',
    lines,
    number: null,
    amountPaid: 0,
    startingBalance: 0,
    amountOverpaid: 0,
    attemptCount: 0,
    attempted: false,
    autoAdvance: subscription.status !== 'unpaid',
    finalizesAt: options.finalizesAt,
    nextAttempt: null,
    // A renewal's own period is the one that has just ended; its lines are about the next.
    periodStart: isCycle ? subscription.periodStart : now,
    periodEnd: now,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    paymentIntent: null,
    payments: [],
    subscriptionMetadata: subscription.metadata,
  });
  subscription.latestInvoice = invoice.id;
  emitInvoice(account, 'invoice.created', invoice);
  return invoice;
}

/** Finalises a draft; an invoice of nothing is paid immediately. */
export function finalizeSimulatedInvoice(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  if (invoice.status !== 'draft') {
    throw stripeInvalidRequestError("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    });
  }
  const now = account.timeFor(invoice.customer);
  const customer = account.customer(invoice.customer);
  customer.invoices += 1;
  invoice.number = `${customer.invoicePrefix}-${String(customer.invoices).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.finalizedAt = now;
  invoice.finalizesAt = null;
  applyBalance(account, invoice);
  const total = amountDueOfInvoice(invoice);
  if (total > 0) {
    const subscription = account.subscription(invoice.subscription);
    const intent = createSimulatedPaymentIntent(account, {
      amount: total,
      currency: invoice.currency,
      customer: invoice.customer,
      description: invoice.billingReason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      setupFutureUsage: 'off_session',
      invoice: invoice.id,
      automatic: false,
      paymentMethod: paymentMethodOfSubscription(account, subscription)?.id ?? null,
    });
    invoice.paymentIntent = intent.id;
    addPayment(account, { invoice, intent, isDefault: true });
  }
  emitInvoice(account, 'invoice.finalized', invoice);
  if (total === 0) markPaid(account, invoice, null);
}

/** Reduces the charge by the customer's credit. */
function applyBalance(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  const { id: customer, balance } = account.customer(invoice.customer);
  const total = totalOfInvoice(invoice);
  if (balance >= 0 || total === 0) return;
  invoice.startingBalance = balance;
  const { currency, id } = invoice;
  const amount = Math.min(total, -balance);
  changeSimulatedCustomerBalance(account, { customer, amount, currency, invoice: id, type: 'applied_to_invoice' });
}

function addPayment(
  account: SimulatedStripeAccount,
  { invoice, intent, isDefault }: { invoice: SimulatedInvoice; intent: SimulatedPaymentIntent; isDefault: boolean },
): void {
  const { id } = account.invoicePayments.add({
    id: newStripeId('inpay'),
    created: account.timeFor(invoice.customer),
    invoice: invoice.id,
    paymentIntent: intent.id,
    isDefault,
    amount: intent.amount,
    status: 'open',
    paidAt: null,
    canceledAt: null,
  });
  invoice.payments.push(id);
}

/**
 * Attaches another payment to an open invoice, by Stripe's rules for subscriptions that are charged automatically: its
 * whole amount, by the same customer. @throws when it cannot be attached
 */
export function attachPaymentToInvoice(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  intent: SimulatedPaymentIntent,
): void {
  if (invoice.status !== 'open')
    throw stripeInvalidRequestError(`You cannot attach a payment to a ${invoice.status} invoice.`);
  if (intent.customer !== invoice.customer || intent.currency !== invoice.currency) {
    throw stripeInvalidRequestError('The PaymentIntent must have the same customer and currency as the invoice.');
  }
  if (intent.amount !== amountDueOfInvoice(invoice)) {
    throw stripeInvalidRequestError(
      'For charge_automatically subscription invoices, you are only allowed to attach a payment with an amount that matches the invoice total.',
    );
  }
  if (intent.invoice !== null) {
    throw stripeInvalidRequestError('The PaymentIntent is attached to an invoice already.', {
      code: 'resource_already_exists',
    });
  }
  if (intent.status === 'canceled') throw stripeInvalidRequestError('A canceled PaymentIntent cannot be attached.');
  intent.invoice = invoice.id;
  addPayment(account, { invoice, intent, isDefault: false });
  if (intent.status === 'succeeded') applyPaymentToInvoice(account, intent, null);
}

function markPaid(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  paidBy: SimulatedPaymentIntent | null,
): void {
  const now = account.timeFor(invoice.customer);
  invoice.status = 'paid';
  invoice.paidAt = now;
  invoice.amountPaid = amountDueOfInvoice(invoice);
  invoice.attempted = true;
  invoice.nextAttempt = null;
  if (paidBy !== null) markPaymentPaid(account, invoice, paidBy);
  // Nothing is left for the default payment; attached payments stay, and could be paid as well.
  const left = paymentsOfInvoice(account, invoice).find(({ isDefault, status }) => isDefault && status === 'open');
  if (left) cancelOpenInvoicePayments(account, [left]);
  emitInvoice(account, 'invoice.paid', invoice);
  emitInvoice(account, 'invoice.payment_succeeded', invoice);
}

function markPaymentPaid(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  paidBy: SimulatedPaymentIntent,
): void {
  const payment = paymentsOfInvoice(account, invoice).find(({ paymentIntent }) => paymentIntent === paidBy.id);
  if (!payment) return;
  const now = account.timeFor(invoice.customer);
  payment.status = 'paid';
  payment.paidAt = now;
  account.emit('invoice_payment.paid', toStripeApiInvoicePayment(account, payment), { created: now });
}

/** The card that a subscription is paid with: its own, else its customer's. */
export function paymentMethodOfSubscription(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
): SimulatedPaymentMethod | null {
  const id = subscription.defaultPaymentMethod ?? account.customer(subscription.customer).defaultPaymentMethod;
  return id === null ? null : (account.paymentMethods.get(id) ?? null);
}

/** Applies an attempt on an invoice's payment to the invoice and its subscription. */
export function applyPaymentToInvoice(
  account: SimulatedStripeAccount,
  intent: SimulatedPaymentIntent | SimulatedSetupIntent,
  error: StripeError | null,
): void {
  if (!('amount' in intent) || intent.invoice === null) return;
  const invoice = account.invoices.get(intent.invoice);
  if (!invoice) return;
  if (invoice.status !== 'open') {
    if (intent.status !== 'succeeded') return;
    invoice.amountOverpaid += intent.amount;
    const { customer, currency, id } = invoice;
    changeSimulatedCustomerBalance(account, {
      customer,
      amount: -intent.amount,
      currency,
      invoice: id,
      type: 'invoice_overpaid',
    });
    markPaymentPaid(account, invoice, intent);
    return;
  }
  const subscription = account.subscription(invoice.subscription);
  if (intent.status === 'succeeded') {
    const isFirst = !invoice.attempted;
    const waited = subscription.pendingUpdate?.invoice === invoice.id && !isFirst;
    markPaid(account, invoice, intent);
    startPaidSubscriptionPeriod(account, { subscription, invoice, method: intent.paymentMethod });
    if (waited) emitApplied(account, subscription);
    return;
  }
  // Attempts of other payments do not change the invoice's own state.
  if (intent.id !== invoice.paymentIntent) return;
  invoice.attempted = true;
  invoice.attemptCount = Math.max(1, invoice.attemptCount);
  if (intent.status === 'requires_action') emitInvoice(account, 'invoice.payment_action_required', invoice);
  if (error || intent.status === 'requires_action') emitInvoice(account, 'invoice.payment_failed', invoice);
  // While a pending update waits for its payment, the subscription stays unchanged.
  if (subscription.pendingUpdate?.invoice === invoice.id) return;
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return;
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.status = 'past_due';
  });
}

const emitApplied = (account: SimulatedStripeAccount, subscription: SimulatedSubscription): void =>
  account.emit('customer.subscription.pending_update_applied', toStripeApiSubscription(account, subscription), {
    created: account.timeFor(subscription.customer),
  });

export function startPaidSubscriptionPeriod(
  account: SimulatedStripeAccount,
  {
    subscription,
    invoice,
    method,
  }: { subscription: SimulatedSubscription; invoice: SimulatedInvoice; method: string | null },
): void {
  if (hasSubscriptionEnded(subscription)) return;
  changeSubscriptionWithEvent(account, subscription, () => {
    if (subscription.saveDefaultPaymentMethod && method !== null) subscription.defaultPaymentMethod = method;
    const { pendingUpdate } = subscription;
    if (pendingUpdate?.invoice === invoice.id) applyPendingSubscriptionUpdate(subscription, pendingUpdate);
    if (subscription.status === 'trialing' || subscription.status === 'paused') return;
    if (subscription.latestInvoice === invoice.id) subscription.status = 'active';
  });
}

/** Attempts to collect an open invoice. @returns the bank's refusal; null when it is paid or needs authentication */
export function collectSimulatedInvoice(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  { method, offSession }: { method: SimulatedPaymentMethod | null; offSession: boolean },
): StripeError | null {
  const intent = account.paymentIntent(invoice.paymentIntent ?? '');
  if (!method) {
    const error = noPaymentMethodError();
    applyPaymentToInvoice(account, intent, error);
    return error;
  }
  const error = attemptSimulatedPayment(account, intent, {
    method,
    offSession,
    authenticated: false,
    skipAuthentication: false,
  });
  if (intent.status === 'succeeded')
    attachPaymentMethodAfterPayment(account, method, account.customer(invoice.customer));
  applyPaymentToInvoice(account, intent, error);
  return error;
}

export const noPaymentMethodError = (): StripeError =>
  stripeInvalidRequestError(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );

/** An automatic attempt of Stripe, which schedules the next one if it fails. */
export function collectSimulatedInvoiceAutomatically(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  const subscription = account.subscription(invoice.subscription);
  const attempts = invoice.attemptCount + 1;
  const now = account.timeFor(invoice.customer);
  const days = retryDays[attempts - 1];
  invoice.attemptCount = attempts;
  // Set before the attempt, so that the events of a failure contain the time of the next one.
  invoice.nextAttempt = days === undefined ? null : now + days * daySeconds;
  collectSimulatedInvoice(account, invoice, {
    method: paymentMethodOfSubscription(account, subscription),
    offSession: true,
  });
  if (invoice.status === 'open' && days === undefined) giveUp(account, subscription, now);
}

function giveUp(account: SimulatedStripeAccount, subscription: SimulatedSubscription, now: number): void {
  if (account.afterRetries === 'cancel')
    cancelSimulatedSubscriptionNow(account, subscription, { reason: 'payment_failed', now });
  if (account.afterRetries !== 'unpaid') return;
  changeSubscriptionWithEvent(account, subscription, () => {
    subscription.status = 'unpaid';
  });
}

/** @throws when the invoice cannot be paid, or the bank refuses */
export function paySimulatedInvoice(
  account: SimulatedStripeAccount,
  invoice: SimulatedInvoice,
  { method, offSession }: { method: SimulatedPaymentMethod | null; offSession: boolean },
): void {
  if (invoice.status === 'draft') finalizeSimulatedInvoice(account, invoice);
  if (invoice.status === 'paid') throw stripeInvalidRequestError('Invoice is already paid');
  if (invoice.status !== 'open')
    throw stripeInvalidRequestError(`This invoice is ${invoice.status} and cannot be paid.`);
  const paying = method ?? paymentMethodOfSubscription(account, account.subscription(invoice.subscription));
  if (!paying) throw noPaymentMethodError();
  const error = collectSimulatedInvoice(account, invoice, { method: paying, offSession });
  if (error) throw error;
  if (invoice.status === 'open') {
    throw stripeCardError({
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
    });
  }
}

/** @throws unless it is open, and no attached payment could still be made */
export function voidSimulatedInvoice(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  if (invoice.status !== 'open')
    throw stripeInvalidRequestError(`You can only void open invoices; this one is ${invoice.status}.`);
  const payments = paymentsOfInvoice(account, invoice);
  if (payments.some(({ isDefault, status }) => !isDefault && status === 'open')) {
    throw stripeInvalidRequestError('You cannot void an invoice with open payments.');
  }
  endUnpaid(account, invoice);
}

/** Gives back the credit that an invoice used. */
function unapplyBalance(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  const { id, customer, currency, startingBalance } = invoice;
  const used = Math.min(totalOfInvoice(invoice), -startingBalance);
  if (used <= 0) return;
  changeSimulatedCustomerBalance(account, {
    customer,
    amount: -used,
    currency,
    invoice: id,
    type: 'unapplied_from_invoice',
  });
}

function endUnpaid(account: SimulatedStripeAccount, invoice: SimulatedInvoice): void {
  unapplyBalance(account, invoice);
  invoice.status = 'void';
  invoice.voidedAt = account.timeFor(invoice.customer);
  invoice.nextAttempt = null;
  cancelOpenInvoicePayments(
    account,
    paymentsOfInvoice(account, invoice).filter(({ isDefault, status }) => isDefault && status === 'open'),
  );
  discardPendingSubscriptionUpdate(account, invoice);
  emitInvoice(account, 'invoice.voided', invoice);
}

/** Drops a pending update, and its invoice, that was not paid in time or that another one replaces. */
export function expirePendingSubscriptionUpdate(
  account: SimulatedStripeAccount,
  subscription: SimulatedSubscription,
): void {
  const invoice = account.invoices.get(subscription.pendingUpdate?.invoice ?? '');
  if (invoice?.status !== 'open') return;
  endUnpaid(account, invoice);
  account.emit('customer.subscription.pending_update_expired', toStripeApiSubscription(account, subscription), {
    created: account.timeFor(subscription.customer),
  });
}

import type { UpgradeAnswer } from '@ve/contracts/http/membership/subscription';
import type { Context } from '@ve/data/kernel/context';
import { replaceSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import type {
  SubscriptionChangeContext,
  SubscriptionListener,
} from '@ve/data/membership/subscription/subscription-listener';
import { cardDeclineMessage } from '@ve/domain/membership/decline-messages';
import { hasEarlyUpgradeFailed } from '@ve/domain/membership/early-upgrade-attempt';
import { membershipOffer } from '@ve/domain/membership/offer';
import { isSubscriptionRunning } from '@ve/domain/membership/membership-state';
import {
  type ProviderInvoice,
  isOpenEarlyUpgrade,
  type ProviderPayment,
  type PaymentsPort,
  type ProviderSubscription,
  idempotencyKeyLifetimeMs,
} from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { stripePriceIdOfContract } from '../announced-change/contract-price.ts';
import { randomUUID } from 'node:crypto';
import { ProblemError } from '../../kernel/problem-error.ts';

/** `paid`: the money was taken, and the worker's read of Stripe adds the full check. */
export type StoredCardChargeOutcome =
  'paid' | Extract<UpgradeAnswer, { outcome: 'authenticate' | 'card-needed' | 'pending' | 'consent-needed' }>;

/** The customer to charge, and whether the member has agreed to start an ended membership again. */
export interface StoredCardChargeRequest {
  customerId: string;
  mayRejoin: boolean;
  /** The price of a month that the page stated to start it again, in pence; null: it stated none, or an unknown one. */
  rejoinPence: number | null;
}

/** The payer of an invoice: our subscription row, and the customer at Stripe. */
export interface InvoicePayer {
  rowId: string;
  customerId: string;
}

/** One attempt to charge an invoice. Under the same `key` an invoice is charged to the same card once. */
export interface InvoiceChargeAttempt {
  payer: InvoicePayer;
  key: string;
  now: Date;
}

const pending: StoredCardChargeOutcome = { outcome: 'pending' };
export const noStoredCardOutcome = { outcome: 'card-needed', message: 'No card is stored for this account.' } as const;

/** Appended to the reason why a card was declined. */
const trialGoesOn = 'Nothing was charged. Your trial continues.';

/** How many invoices of a trial are read: the newest may be one that staff have made. */
const maxTrialInvoices = 10;

/** No charge this close to the time at which Stripe tries an invoice automatically: both could charge. */
const attemptWindowMs = 5 * 60_000;

const attemptWindowOf = (now: Date): number => Math.floor(now.getTime() / idempotencyKeyLifetimeMs);

/** Stripe no longer charges these, but they could be resumed. */
const isDormant = ({ status }: ProviderSubscription): boolean => status === 'unpaid' || status === 'paused';

/** As many as trials of one card: each refund in full costs us the bank's fee. */
const maxRejoins = 3;
const rejoinDays = 30;

/** Counts the subscriptions without a trial that began in the last 30 days and were cancelled in their first month. */
const requireRejoinAllowed = (all: readonly ProviderSubscription[], now: Date): void => {
  const freeAt = all
    .filter(({ status, trialEndsAt }) => status === 'canceled' && trialEndsAt === null)
    .map(({ periodStart }) => periodStart.getTime() + rejoinDays * 86_400_000)
    .filter((at) => at > now.getTime())
    .toSorted((a, b) => b - a)
    .at(maxRejoins - 1);
  if (freeAt === undefined) return;
  throw new ProblemError('too-many-requests', {
    retryAfterSeconds: Math.ceil((freeAt - now.getTime()) / 1_000),
    detail: `A membership can be started again ${maxRejoins} times in ${rejoinDays} days.`,
  });
};

/** A new key for each attempt at a member's request: with an old one Stripe would repeat that attempt's refusal. */
const newAttempt = (payer: InvoicePayer, now: Date): InvoiceChargeAttempt => ({ payer, key: randomUUID(), now });

const isCharged = (each: ProviderSubscription): boolean => isSubscriptionRunning(each) && !isDormant(each);

/**
 * Charges a member's stored card the price of a period. Every step starts from a fresh read of Stripe, and the caller
 * holds the subscription lock, so that the state stays valid until the step is done.
 */
export class StoredCardCharger {
  constructor(
    private readonly payments: Omit<PaymentsPort, 'readEvent'>,
    private readonly listener: SubscriptionListener,
  ) {}

  /**
   * Ends the trial once its first month is paid, pays the unpaid invoice, or starts a new subscription where none runs
   * and the member agreed. What runs at another price than the page stated is not charged. First ends subscriptions
   * that were cancelled here or that Stripe no longer charges.
   * @throws PaymentsUnavailableError when Stripe does not answer; ProblemError `too-many-requests` for a fourth new
   * subscription within 30 days
   */
  async charge(
    em: Context['em'],
    { row, charge: { customerId, mayRejoin, rejoinPence } }: { row: SubscriptionRow; charge: StoredCardChargeRequest },
    now: Date,
  ): Promise<StoredCardChargeOutcome> {
    const all = await nullIfUnknownAtStripe(this.payments.listSubscriptions(customerId));
    if (all === null) return noStoredCardOutcome;
    const isCancelled = ({ id }: ProviderSubscription) =>
      id === row.stripeSubscriptionId && row.endsAt !== null && row.endsAt <= now;
    const running = all.find((each) => isCharged(each) && !isCancelled(each)) ?? null;
    const left = all.filter((each) => isDormant(each) || (isCharged(each) && isCancelled(each)));
    if (running === null) {
      const paymentMethodId = await nullIfUnknownAtStripe(this.payments.storedCard(customerId));
      if (paymentMethodId === null) return noStoredCardOutcome;
      if (!mayRejoin) return { outcome: 'consent-needed' };
      requireRejoinAllowed(all, now);
      await this.#end(row, left);
      const priceId = await stripePriceIdOfContract(em, rejoinPence);
      return this.#startAgain(em, { row, customerId, paymentMethodId, after: all[0]?.id ?? 'none', priceId }, now);
    }
    // Another page has started it at another price since this one was loaded: that was not shown to who pressed here.
    if (rejoinPence !== null && running.price !== null && running.price.pence !== rejoinPence) {
      return { outcome: 'consent-needed' };
    }
    await this.#end(row, left);
    if (running.id !== row.stripeSubscriptionId)
      await adopt(em, { row, started: running }, { now, listener: this.listener });
    const attempt = newAttempt({ rowId: row.id, customerId }, now);
    return running.status === 'trialing' ? this.#endTrial(running, attempt) : this.#pay(running, attempt);
  }

  /**
   * Tries the open invoice of an unpaid membership, once under this key; `paid`: also when it is paid already. Null
   * when there is nothing to pay: in a trial, or after the end.
   */
  async retry(stripeSubscriptionId: string, attempt: InvoiceChargeAttempt): Promise<StoredCardChargeOutcome | null> {
    const subscription = await this.payments.readSubscription(stripeSubscriptionId);
    switch (subscription.status) {
      case 'past_due':
      case 'incomplete':
        return this.#pay(subscription, attempt);
      case 'active':
        return 'paid';
      case 'trialing':
      case 'unpaid':
      case 'paused':
      case 'canceled':
      case 'incomplete_expired':
        return null;
    }
  }

  async #end(row: SubscriptionRow, left: readonly ProviderSubscription[]): Promise<void> {
    for (const { id } of left) {
      await this.payments.cancelSubscription({ key: `cancel.${row.id}.${id}`, id, when: 'now' });
    }
  }

  /** One idempotency key per previous subscription and card: a repeated request starts the same subscription. */
  async #startAgain(
    em: Context['em'],
    {
      row,
      customerId,
      paymentMethodId,
      after,
      priceId,
    }: { row: SubscriptionRow; customerId: string; paymentMethodId: string; after: string; priceId: string | null },
    now: Date,
  ): Promise<StoredCardChargeOutcome> {
    const started = await this.payments.createSubscription({
      key: `membership.${row.id}.${after}.${paymentMethodId}.${priceId ?? 'configured'}.${attemptWindowOf(now)}`,
      customerId,
      paymentMethodId,
      trialEndsAt: null,
      signUpId: null,
      ...(priceId === null ? {} : { priceId }),
    });
    await adopt(em, { row, started }, { now, listener: this.listener });
    return this.#authenticated(await this.#invoiceOf(started), newAttempt({ rowId: row.id, customerId }, now));
  }

  /**
   * Charges for the first month; the trial ends once that is paid. A refusal leaves the trial unchanged, and its
   * invoice is voided before the refusal is returned. An invoice that is already open belongs to an earlier request:
   * its bank's question continues.
   */
  async #endTrial(
    { id, trialEndsAt }: ProviderSubscription,
    attempt: InvoiceChargeAttempt,
  ): Promise<StoredCardChargeOutcome> {
    const { payer, now } = attempt;
    // Stripe charges for the month by itself: a second charge could cross with it.
    if (trialEndsAt !== null && trialEndsAt.getTime() - now.getTime() < attemptWindowMs) return pending;
    const listed = await this.payments.listInvoices({ subscriptionId: id, limit: maxTrialInvoices });
    const [before] = listed;
    let invoice: ProviderInvoice | null = listed.find(isOpenEarlyUpgrade) ?? null;
    if (invoice !== null && hasEarlyUpgradeFailed(invoice, now)) {
      invoice = await this.payments.voidInvoice(invoice.id);
      if (invoice.status === 'paid') return 'paid';
    }
    if (invoice?.status !== 'open') {
      // One key until its invoice exists: with an old key Stripe would repeat that attempt's refusal.
      const key = `upgrade.${payer.rowId}.${id}.${before?.id ?? 'none'}.${attemptWindowOf(now)}`;
      invoice = await this.#invoiceOf(await this.payments.endTrialNow({ key, id }));
    }
    const charged = await this.#authenticated(invoice, attempt);
    if (invoice === null || charged === 'paid' || charged.outcome !== 'card-needed') return charged;
    const { status } = await this.payments.voidInvoice(invoice.id);
    if (status === 'paid') return 'paid';
    return charged === noStoredCardOutcome
      ? noStoredCardOutcome
      : { ...charged, message: `${charged.message} ${trialGoesOn}` };
  }

  async #pay(subscription: ProviderSubscription, attempt: InvoiceChargeAttempt): Promise<StoredCardChargeOutcome> {
    let invoice = await this.#invoiceOf(subscription);
    if (invoice?.status === 'draft') {
      invoice = await this.payments.finalizeInvoice({ key: `finalize.${invoice.id}`, id: invoice.id });
    }
    if (invoice?.status === 'open' && invoice.ownPayment === null && isUnattempted(invoice)) {
      invoice = await this.payments.payInvoice({ key: `pay.${invoice.id}.${attempt.key}`, id: invoice.id });
    }
    return this.#authenticated(invoice, attempt);
  }

  /**
   * The result of an invoice. If its bank requests authentication, the browser gets the client secret of a payment that
   * we created and only we confirm: with the secret of Stripe's own payment, a browser could confirm it with any number
   * of cards.
   */
  async #authenticated(
    invoice: ProviderInvoice | null,
    { payer, key, now }: InvoiceChargeAttempt,
  ): Promise<StoredCardChargeOutcome> {
    if (invoice?.status === 'paid') return 'paid';
    if (invoice?.status !== 'open' || invoice.attempt === null) return pending;
    const { attempt, ownPayment } = invoice;
    if (ownPayment === null && attempt.status !== 'needs-authentication') return chargedBy(attempt);
    if (isAttemptedAt(invoice, now)) return pending;
    const paymentMethodId = await this.payments.storedCard(payer.customerId);
    if (paymentMethodId === null) return noStoredCardOutcome;
    const own = ownPayment ?? (await this.#ownPayment(invoice, payer, now));
    return chargedBy(await this.#confirmed(own, { paymentMethodId, key }));
  }

  /**
   * One key for some minutes: after a crash between creating and attaching the payment, the next process gets the same
   * one.
   */
  #ownPayment(invoice: ProviderInvoice, { rowId }: InvoicePayer, now: Date): Promise<ProviderPayment> {
    return this.payments.createInvoicePayment({
      key: `invoice.${invoice.id}.${attemptWindowOf(now)}`,
      invoice,
      subscriptionId: rowId,
      description: membershipOffer.membership.name,
    });
  }

  /** Confirms a payment that waits for confirmation with the stored card; leaves an open authentication as it is. */
  async #confirmed(
    own: ProviderPayment,
    { paymentMethodId, key }: { paymentMethodId: string; key: string },
  ): Promise<ProviderPayment> {
    if (own.status === 'processing' || own.status === 'succeeded' || own.status === 'cancelled') return own;
    const isSameCard = own.paymentMethodId === paymentMethodId;
    if (own.status === 'needs-authentication' && isSameCard) return own;
    const isAuthenticated = own.status === 'needs-confirmation' && isSameCard;
    const card = isAuthenticated ? null : { paymentMethodId };
    const step = isAuthenticated ? 'authenticated' : 'card';
    return this.payments.confirmPayment({ key: `confirm.${own.id}.${step}.${key}`, id: own.id, card });
  }

  #invoiceOf({ latestInvoiceId }: ProviderSubscription): Promise<ProviderInvoice | null> {
    return latestInvoiceId === null ? Promise.resolve(null) : this.payments.readInvoice(latestInvoiceId);
  }
}

/** No attempt is in progress, so the invoice can be charged to the stored card. */
const isUnattempted = ({ attempt }: ProviderInvoice): boolean =>
  attempt === null || attempt.status === 'needs-card' || attempt.status === 'needs-confirmation';

const isAttemptedAt = ({ nextAttemptAt }: ProviderInvoice, now: Date): boolean =>
  nextAttemptAt !== null && Math.abs(nextAttemptAt.getTime() - now.getTime()) < attemptWindowMs;

function chargedBy({ status, clientSecret, decline }: ProviderPayment): StoredCardChargeOutcome {
  switch (status) {
    case 'succeeded':
      return 'paid';
    case 'needs-authentication':
      return clientSecret === null ? pending : { outcome: 'authenticate', clientSecret };
    case 'needs-card':
    case 'needs-confirmation':
    case 'cancelled':
      return { outcome: 'card-needed', message: decline?.message ?? cardDeclineMessage() };
    case 'processing':
      return pending;
  }
}

/** Links a Stripe subscription to this row. */
const adopt = (
  em: Context['em'],
  { row, started }: { row: SubscriptionRow; started: ProviderSubscription },
  change: SubscriptionChangeContext,
): Promise<void> => {
  const { id: stripeSubscriptionId, price, status, trialEndsAt, periodStart, periodEnd, endsAt, card } = started;
  const monthlyPence = price?.pence ?? null;
  const known = { stripeSubscriptionId, monthlyPence, status, trialEndsAt, periodStart, periodEnd, endsAt, card };
  return replaceSubscription(em, { id: row.id, started: known }, change);
};

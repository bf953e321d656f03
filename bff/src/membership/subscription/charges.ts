import { Inject, Injectable } from '@nestjs/common';
import type { Upgrade } from '@ve/contracts/http/membership/subscription';
import type { Context } from '@ve/data/kernel/context';
import { replaceSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import type { SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import type { Change, SubscriptionListener } from '@ve/data/membership/subscription/subscription-listener';
import { declineWords } from '@ve/domain/membership/decline-words';
import { isRunning } from '@ve/domain/membership/membership-state';
import { type Invoice, type ProviderSubscription, sameKeyMs } from '@ve/providers/payments/payments.port';
import { unlessUnknown } from '@ve/providers/payments/unknown-object';
import { randomUUID } from 'node:crypto';
import { SUBSCRIPTION_LISTENER } from './subscription-listener.token.ts';
import { Payments } from '../payments.ts';

/** `paid`: the money was taken, and the worker's read of Stripe brings the check. */
export type Charged =
  'paid' | Extract<Upgrade, { outcome: 'authenticate' | 'card-needed' | 'pending' | 'consent-needed' }>;

/** Who is charged, and whether they have agreed to start an ended membership again. */
export interface Charge {
  customerId: string;
  mayRejoin: boolean;
}

const pending: Charged = { outcome: 'pending' };
export const noCard = { outcome: 'card-needed', message: 'No card is stored for this account.' } as const;

const turnOf = (now: Date): number => Math.floor(now.getTime() / sameKeyMs);

/** Stripe charges nothing for these any more, but they could be resumed. */
const isDormant = ({ status }: ProviderSubscription): boolean => status === 'unpaid' || status === 'paused';

const isCharged = (each: ProviderSubscription): boolean => isRunning(each) && !isDormant(each);

/**
 * Charges a member's stored card the price of a period. Every step starts from a fresh read of Stripe, and the caller
 * holds the subscription's turn, so that what was read is still so when it is acted upon.
 */
@Injectable()
export class Charges {
  constructor(
    @Inject(Payments) private readonly provider: Payments,
    @Inject(SUBSCRIPTION_LISTENER) private readonly listener: SubscriptionListener,
  ) {}

  /**
   * Ends the trial, pays the unpaid invoice, or starts a new subscription where none runs and that was agreed to. What was
   * cancelled here, and what Stripe no longer charges for, is ended first.
   * @throws PaymentsUnavailableError when Stripe does not answer
   */
  async charge(
    em: Context['em'],
    row: SubscriptionRow,
    { customerId, mayRejoin }: Charge,
    now: Date,
  ): Promise<Charged> {
    const all = await unlessUnknown(this.provider.port.listSubscriptions(customerId));
    if (all === null) return noCard;
    const isCancelled = ({ id }: ProviderSubscription) =>
      id === row.stripeSubscriptionId && row.endsAt !== null && row.endsAt <= now;
    const running = all.find((each) => isCharged(each) && !isCancelled(each)) ?? null;
    const left = all.filter((each) => isDormant(each) || (isCharged(each) && isCancelled(each)));
    if (running === null) {
      const paymentMethodId = await unlessUnknown(this.provider.port.storedCard(customerId));
      if (paymentMethodId === null) return noCard;
      if (!mayRejoin) return { outcome: 'consent-needed' };
      await this.#end(row, left);
      return this.#startAgain(em, row, { customerId, paymentMethodId, after: all[0]?.id ?? 'none' }, now);
    }
    await this.#end(row, left);
    if (running.id !== row.stripeSubscriptionId) await adopt(em, row, running, { now, listener: this.listener });
    if (running.status !== 'trialing') return this.#pay(running);
    const key = `upgrade.${row.id}.${running.id}.${turnOf(now)}`;
    return this.#outcomeOf(await this.provider.port.endTrialNow({ key, id: running.id }));
  }

  /** Tries the open invoice of an unpaid membership again; null when the membership is not unpaid. */
  async retry(stripeSubscriptionId: string): Promise<Charged | null> {
    const subscription = await this.provider.port.readSubscription(stripeSubscriptionId);
    const unpaid = subscription.status === 'past_due' || subscription.status === 'incomplete';
    return unpaid ? this.#pay(subscription) : null;
  }

  async #end(row: SubscriptionRow, left: readonly ProviderSubscription[]): Promise<void> {
    for (const { id } of left) {
      await this.provider.port.cancelSubscription({ key: `cancel.${row.id}.${id}`, id, when: 'now' });
    }
  }

  /** One key for each subscription before it, and card: whoever asks twice starts the same one. */
  async #startAgain(
    em: Context['em'],
    row: SubscriptionRow,
    { customerId, paymentMethodId, after }: { customerId: string; paymentMethodId: string; after: string },
    now: Date,
  ): Promise<Charged> {
    const started = await this.provider.port.createSubscription({
      key: `membership.${row.id}.${after}.${paymentMethodId}.${turnOf(now)}`,
      customerId,
      paymentMethodId,
      trialEndsAt: null,
      signUpId: null,
    });
    await adopt(em, row, started, { now, listener: this.listener });
    return this.#outcomeOf(started);
  }

  async #pay(subscription: ProviderSubscription): Promise<Charged> {
    let invoice = await this.#invoiceOf(subscription);
    if (invoice?.status === 'draft') {
      invoice = await this.provider.port.finalizeInvoice({ key: `finalize.${invoice.id}`, id: invoice.id });
    }
    if (invoice?.status === 'open' && isUntried(invoice)) {
      // A new key for each attempt: under an old one Stripe would repeat that attempt's refusal.
      invoice = await this.provider.port.payInvoice({ key: `pay.${invoice.id}.${randomUUID()}`, id: invoice.id });
    }
    return chargedBy(invoice);
  }

  async #outcomeOf(subscription: ProviderSubscription): Promise<Charged> {
    return chargedBy(await this.#invoiceOf(subscription));
  }

  #invoiceOf({ latestInvoiceId }: ProviderSubscription): Promise<Invoice | null> {
    return latestInvoiceId === null ? Promise.resolve(null) : this.provider.port.readInvoice(latestInvoiceId);
  }
}

/** Nothing is under way for it: with the stored card it can be charged. */
const isUntried = ({ attempt }: Invoice): boolean =>
  attempt === null || attempt.status === 'needs-card' || attempt.status === 'needs-confirmation';

function chargedBy(invoice: Invoice | null): Charged {
  if (invoice?.status === 'paid') return 'paid';
  if (invoice?.status !== 'open' || invoice.attempt === null) return pending;
  const { status, clientSecret, decline } = invoice.attempt;
  switch (status) {
    case 'needs-authentication':
      return clientSecret === null ? pending : { outcome: 'authenticate', clientSecret };
    case 'needs-card':
    case 'needs-confirmation':
    case 'cancelled':
      return { outcome: 'card-needed', message: decline?.message ?? declineWords() };
    case 'processing':
    case 'succeeded':
      return pending;
  }
}

/** Makes a subscription of Stripe's this row's own. */
const adopt = (
  em: Context['em'],
  row: SubscriptionRow,
  started: ProviderSubscription,
  change: Change,
): Promise<void> => {
  const { id: stripeSubscriptionId, status, trialEndsAt, periodStart, periodEnd, endsAt, card } = started;
  const known = { stripeSubscriptionId, status, trialEndsAt, periodStart, periodEnd, endsAt, card };
  return replaceSubscription(em, row.id, known, change);
};

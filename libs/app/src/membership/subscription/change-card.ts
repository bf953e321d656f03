import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { CardChange, NewCardChargeOutcome, finishCardChangeEndpoint } from '@ve/contracts/http/membership/card';
import type { Context } from '@ve/data/kernel/context';
import { consumeOncePerDay } from '@ve/data/jobs/limit/token-bucket.repository';
import {
  closeCardAuthentication,
  findOpenCardAuthentication,
  openCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { cardAuthenticationLimit, newCardRateLimit } from '@ve/domain/membership/card-limits';
import {
  type ProviderCardSetup,
  isCardSetupFinished,
  type PaymentsPort,
  PaymentsRefusedError,
} from '@ve/providers/payments/payments.port';
import { isUnknownStripeObject, nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { createHash } from 'node:crypto';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { CardDeclineLimit } from '../payments/declines.ts';
import type { PaymentProviderClient } from '../payments/payment-provider-client.ts';
import type { ChargeAttemptCounter } from './upgrade.ts';
import type { StoredCardChargeOutcome, StoredCardCharger } from './charges.ts';
import type { SubscriptionLock } from './subscription-lock.ts';
import { storeCard, type StoreCardResult, succeededCardSetupOf } from './store-card.ts';

const code = 'new-cards-exceeded';
const paymentsUnavailable = { code: 'payments-unavailable', retryAfterSeconds: 60 } as const;

type Finished = EndpointAnswerBody<typeof finishCardChangeEndpoint>;

const notConfirmed: Finished = {
  outcome: 'refused',
  message: 'The card was not confirmed. Try again, or use another card.',
};

const stillProcessing: Finished = {
  outcome: 'refused',
  message: 'Your bank is still confirming this card. We will use it once that is done: look at this page again later.',
};

const otherProcessing: Finished = {
  outcome: 'refused',
  message: 'Your bank is still confirming another card. Look at this page again in a few minutes.',
};

const superseded: Finished = {
  outcome: 'refused',
  message: 'A newer change of card has replaced this one. Check which card is shown, and try again.',
};

/**
 * `counted`: the unpaid charge may be tried now; `repeated`: it may, with the result that Stripe has for it; otherwise
 * the wait until it may be tried when it exceeds the limits.
 */
type Attempt = 'counted' | 'repeated' | 'nothing-owed' | { retryAfterSeconds: number };

export interface CardChangeDeps {
  payments: PaymentProviderClient;
  declines: CardDeclineLimit;
  attempts: ChargeAttemptCounter;
  lock: SubscriptionLock;
  charges: StoredCardCharger;
  logger: UseCaseLogger;
}

/** Changes the card that a member's payments are charged to. */
export class CardChangeService {
  constructor(private readonly deps: CardChangeDeps) {}

  /**
   * Has Stripe verify a card that the browser has collected, and charges it from now on. Only if the bank requests
   * authentication does the browser get a client secret, with which another card could be tried; the secret of the
   * previous change is cancelled first.
   * @throws ProblemError `payments-unavailable`; `new-cards-exceeded` for a sixth card at the same time, or a third
   * with authentication; `too-many-requests` while too many cards are declined
   */
  async change(
    context: Context,
    { userId, confirmationToken }: { userId: string; confirmationToken: string },
  ): Promise<CardChange> {
    const row = await findSubscriptionOfUser(context.em, userId);
    const customerId = row?.stripeCustomerId ?? null;
    if (row === null || customerId === null) return { outcome: 'no-customer' };
    const counted = await this.#count(context, { userId, confirmationToken });
    const setupRequest = { key: `card.${row.id}.${confirmationToken}`, customerId, confirmationToken };
    const setup = await this.#setUp(context, setupRequest, counted);
    if (setup === 'no-customer') return { outcome: 'no-customer' };
    if (setup === 'refused') return notConfirmed;
    const open = await findOpenCardAuthentication(context.em, row.id);
    const earlier = open === null || open === setup.id ? null : await this.#cancel(context, open);
    if (earlier !== null && !isCardSetupFinished(earlier)) {
      await this.#cancel(context, setup.id);
      return otherProcessing;
    }
    // Its holder has authenticated, and the new card may still be declined.
    if (earlier?.status === 'succeeded' && setup.status !== 'succeeded') {
      await this.#chosen(context, row, { setup: earlier, customerId, answered: true });
    }
    const { clientSecret } = setup;
    if (clientSecret !== null) return this.#question(context, row, { ...setup, clientSecret });
    return this.#chosen(context, row, { setup, customerId, answered: false });
  }

  /**
   * Returns the client secret for the bank's question, after the open question is recorded and counted; once, also when
   * its token is sent again.
   */
  async #question(
    context: Context,
    row: SubscriptionRow,
    { id, createdAt, paymentMethodId, clientSecret }: ProviderCardSetup & { clientSecret: string },
  ): Promise<CardChange> {
    const { em, now } = context;
    const open = async (transaction: Context['em']): Promise<boolean> => {
      if (paymentMethodId === null) return false;
      await lockSubscription(transaction, row.id);
      if ((await findOpenCardAuthentication(transaction, row.id)) === id) return true;
      const question = { id, createdAt, paymentMethodId };
      if (!(await openCardAuthentication(transaction, { subscriptionId: row.id, question }, now()))) return false;
      const limit = { ...cardAuthenticationLimit, code } as const;
      await consumeClientLimit(transaction, { limit, client: row.userId }, now());
      return true;
    };
    try {
      if (await em.transactional(open)) return { outcome: 'authenticate', setupIntentId: id, clientSecret };
    } catch (error) {
      await this.#cancel(context, id);
      throw error;
    }
    await this.#cancel(context, id);
    return notConfirmed;
  }

  /**
   * Charges a card from now on after its holder has authenticated, and tries an unpaid invoice with it. Only for the
   * newest change.
   * @throws ProblemError `payments-unavailable`
   */
  async finish(
    context: Context,
    { userId, setupIntentId }: { userId: string; setupIntentId: string },
  ): Promise<Finished> {
    const row = await findSubscriptionOfUser(context.em, userId);
    const customerId = row?.stripeCustomerId ?? null;
    if (row === null || customerId === null) return notConfirmed;
    const setup = await this.deps.payments.answer(
      context,
      (port) => nullIfUnknownAtStripe(port.readCardSetup(setupIntentId)),
      paymentsUnavailable,
    );
    return setup?.customerId === customerId
      ? this.#chosen(context, row, { setup, customerId, answered: true })
      : notConfirmed;
  }

  /**
   * Counts the new card; committed before any bank is asked. False for a token that is counted already: Stripe repeats
   * its result.
   */
  #count(
    { em, now }: Context,
    { userId, confirmationToken }: { userId: string; confirmationToken: string },
  ): Promise<boolean> {
    const token = createHash('sha256').update(`${userId} ${confirmationToken}`).digest('hex');
    return em.transactional(async (transaction) => {
      if (!(await consumeOncePerDay(transaction, `card-token:${token}`, now()))) return false;
      await consumeClientLimit(transaction, { limit: { ...newCardRateLimit, code }, client: userId }, now());
      await this.deps.declines.countExpectedDecline(transaction, now());
      return true;
    });
  }

  /**
   * `refused`: the token is not Stripe's, was used or has expired, and no bank was asked. The result is recorded if the
   * card is counted.
   */
  async #setUp(
    context: Context,
    setupRequest: Parameters<PaymentsPort['setUpCard']>[0],
    counted: boolean,
  ): Promise<ProviderCardSetup | 'no-customer' | 'refused'> {
    const { em } = context;
    const ask = (port: PaymentsPort) =>
      port.setUpCard(setupRequest).catch((error: unknown) => {
        if (!(error instanceof PaymentsRefusedError)) throw error;
        return isUnknownStripeObject(error) ? refusalOf(port, setupRequest.customerId) : 'refused';
      });
    const setup = await this.deps.payments.answer(context, ask, paymentsUnavailable).catch((error: unknown) => {
      if (counted) this.deps.declines.count('unanswered');
      throw error;
    });
    if (!counted) return setup;
    if (typeof setup === 'string') await this.deps.declines.recordResult(em, 'refused');
    else if (setup.status === 'needs-card') await this.deps.declines.recordResult(em, 'declined');
    else await this.deps.declines.recordResult(em, setup.clientSecret === null ? 'stored' : 'authenticate');
    return setup;
  }

  /** Uses the card of a SetupIntent that succeeded; cancels any other, so that no more cards can be tried with it. */
  async #chosen(
    context: Context,
    row: SubscriptionRow,
    { setup: read, customerId, answered }: { setup: ProviderCardSetup; customerId: string; answered: boolean },
  ): Promise<Finished> {
    const { id, status, decline } = read;
    // The worker finishes it.
    if (answered && status === 'processing') return stillProcessing;
    const setup = succeededCardSetupOf({ ...read, customerId });
    if (setup === null) {
      await this.#cancel(context, id);
      return decline === null ? notConfirmed : { outcome: 'refused', message: decline.message };
    }
    const { charges, logger, payments } = this.deps;
    const { now } = context;
    const attempt = await this.#beginPaymentAttempt(context, row, id);
    const mayCharge = attempt === 'counted' || attempt === 'repeated';
    let charged: StoreCardResult['charged'] = null;
    try {
      const saved = await this.deps.lock.acquire(context, row.id, async (transaction) => {
        const given = { row, setup, answered, mayCharge };
        const stored = await storeCard(transaction, given, { payments: payments.port, charges, now, logger });
        if (stored === null) return superseded;
        charged = stored.charged;
        const payment = paymentOf(mayCharge ? charged : attempt, stored.present, now());
        return { outcome: 'saved', card: stored.card, ...(payment && { payment }) } satisfies Finished;
      });
      if (saved === null) throw new ProblemError('payments-unavailable', { retryAfterSeconds: 5 });
      return saved;
    } finally {
      if (attempt === 'counted') await this.deps.attempts.settle(context, charged);
    }
  }

  /** Returns the SetupIntent as it is afterwards: one that has succeeded stays so. */
  async #cancel(context: Context, id: string): Promise<ProviderCardSetup | null> {
    const setup = await this.deps.payments.answer(
      context,
      (port) => nullIfUnknownAtStripe(port.cancelCardSetup(id)),
      paymentsUnavailable,
    );
    if (setup === null || isCardSetupFinished(setup)) await closeCardAuthentication(context.em, id);
    return setup;
  }

  /**
   * Counts the charge of the unpaid invoice to the new card, once per card setup. Beyond a limit it is not tried, but
   * the card is still saved.
   */
  async #beginPaymentAttempt({ em, now }: Context, row: SubscriptionRow, setupIntentId: string): Promise<Attempt> {
    if (membershipOf(row, now()).state !== 'past-due') return 'nothing-owed';
    try {
      return await em.transactional(async (transaction) => {
        if (!(await consumeOncePerDay(transaction, `card-charge:${setupIntentId}`, now()))) return 'repeated';
        await this.deps.attempts.begin(transaction, row.userId, now());
        return 'counted';
      });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'too-many-requests') throw error;
      return { retryAfterSeconds: error.options.retryAfterSeconds ?? 60 };
    }
  }
}

/** The result of the unpaid charge for the member; null: nothing was owed. */
const paymentOf = (
  result: StoredCardChargeOutcome | 'unanswered' | Exclude<Attempt, 'counted' | 'repeated'> | null,
  { paymentProblem }: SubscriptionRow,
  now: Date,
): NewCardChargeOutcome | null => {
  if (result === null || result === 'nothing-owed') return null;
  if (result === 'unanswered') return { outcome: 'pending' };
  if (result === 'paid') return { outcome: 'paid' };
  if ('retryAfterSeconds' in result) {
    const payableAt = new Date(now.getTime() + result.retryAfterSeconds * 1_000).toISOString();
    return { outcome: 'not-tried', nextAttemptAt: paymentProblem?.nextAttemptAt ?? null, payableAt };
  }
  if (result.outcome === 'authenticate') return { outcome: 'authenticate' };
  return result.outcome === 'card-needed' ? { outcome: 'declined', message: result.message } : { outcome: 'pending' };
};

/** Finds out which of the two ids in a refused call Stripe does not know: the customer, otherwise the token. */
const refusalOf = (port: PaymentsPort, customerId: string): Promise<'no-customer' | 'refused'> =>
  port.storedCard(customerId).then(
    () => 'refused',
    (error: unknown) => {
      if (isUnknownStripeObject(error)) return 'no-customer';
      throw error;
    },
  );

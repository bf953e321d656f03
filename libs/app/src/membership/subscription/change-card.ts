import type { AnswerOf } from '@ve/contracts/endpoint';
import type { CardChange, CardPayment, finishCardChange } from '@ve/contracts/http/membership/card';
import type { Context } from '@ve/data/kernel/context';
import { toStoredCard } from '@ve/data/membership/subscription/stored-card';
import {
  chooseCardSetup,
  closeCardAuthentication,
  findOpenCardAuthentication,
  openCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import { recordCard } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscription,
  findSubscriptionOfUser,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { isMembershipLive, membershipOf } from '@ve/domain/membership/membership-state';
import { cardAuthenticationLimit, newCards } from '@ve/domain/membership/card-limits';
import {
  type CardSetup,
  isCardSetupFinished,
  type PaymentsPort,
  PaymentsRefusedError,
} from '@ve/providers/payments/payments.port';
import { isUnknownStripeObject, nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { consumeClientLimit, tryConsumeClientLimit } from '../../jobs/client-limit.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { DeclineLimit } from '../payments/declines.ts';
import type { Payments } from '../payments/payments.ts';
import type { ChargeAttempts } from './upgrade.ts';
import type { ChargeOutcome, Charges } from './charges.ts';
import type { SubscriptionLock } from './subscription-lock.ts';
import { useCard } from './finish-card-change.ts';

const code = 'new-cards-exceeded';
const paymentsUnavailable = { code: 'payments-unavailable', retryAfterSeconds: 60 } as const;

type Finished = AnswerOf<typeof finishCardChange>;

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

/** The wait until an unpaid charge may be tried when it exceeds the limits; `free`: it may be tried now. */
type Attempt = 'free' | 'nothing-owed' | { retryAfterSeconds: number };

export interface CardChangeDeps {
  payments: Payments;
  declines: DeclineLimit;
  attempts: ChargeAttempts;
  lock: SubscriptionLock;
  charges: Charges;
}

/** Changes the card that a member's payments are charged to. */
export class CardChanges {
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
    await this.#count(context, userId);
    const setupRequest = { key: `card.${row.id}.${confirmationToken}`, customerId, confirmationToken };
    const setup = await this.#setUp(context, setupRequest);
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

  /** Returns the client secret for the bank's question, after the open question is recorded. */
  async #question(
    context: Context,
    row: SubscriptionRow,
    { id, createdAt, paymentMethodId, clientSecret }: CardSetup & { clientSecret: string },
  ): Promise<CardChange> {
    const { em, now } = context;
    const asks = await tryConsumeClientLimit(em, { limit: cardAuthenticationLimit, client: row.userId }, now());
    const question = paymentMethodId === null ? null : { id, createdAt, paymentMethodId };
    if (
      asks.taken &&
      question !== null &&
      (await openCardAuthentication(em, { subscriptionId: row.id, question }, now()))
    ) {
      return { outcome: 'authenticate', setupIntentId: id, clientSecret };
    }
    await this.#cancel(context, id);
    if (asks.taken) return notConfirmed;
    throw new ProblemError(code, { retryAfterSeconds: Math.ceil(asks.retryAfterMs / 1_000) });
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

  /** Counts the new card; committed before any bank is asked. */
  async #count({ em, now }: Context, userId: string): Promise<void> {
    await em.transactional(async (transaction) => {
      await consumeClientLimit(transaction, { limit: { ...newCards, code }, client: userId }, now());
      await this.deps.declines.countExpectedDecline(transaction, now());
    });
  }

  /** `refused`: the token is not Stripe's, was used or has expired, and no bank was asked. */
  async #setUp(
    context: Context,
    setupRequest: Parameters<PaymentsPort['setUpCard']>[0],
  ): Promise<CardSetup | 'no-customer' | 'refused'> {
    const { em } = context;
    const ask = (port: PaymentsPort) =>
      port.setUpCard(setupRequest).catch((error: unknown) => {
        if (!(error instanceof PaymentsRefusedError)) throw error;
        return isUnknownStripeObject(error) ? refusalOf(port, setupRequest.customerId) : 'refused';
      });
    const setup = await this.deps.payments.answer(context, ask, paymentsUnavailable).catch((error: unknown) => {
      this.deps.declines.count('unanswered');
      throw error;
    });
    if (typeof setup === 'string') await this.deps.declines.recordResult(em, 'refused');
    else if (setup.status === 'needs-card') await this.deps.declines.recordResult(em, 'declined');
    else await this.deps.declines.recordResult(em, setup.clientSecret === null ? 'stored' : 'authenticate');
    return setup;
  }

  /** Uses the card of a SetupIntent that succeeded; cancels any other, so that no more cards can be tried with it. */
  async #chosen(
    context: Context,
    row: SubscriptionRow,
    { setup, customerId, answered }: { setup: CardSetup; customerId: string; answered: boolean },
  ): Promise<Finished> {
    const { id, createdAt, status, card, paymentMethodId, decline } = setup;
    // The worker finishes it.
    if (answered && status === 'processing') return stillProcessing;
    if (status !== 'succeeded' || card === null || paymentMethodId === null) {
      await this.#cancel(context, id);
      return decline === null ? notConfirmed : { outcome: 'refused', message: decline.message };
    }
    const chosen = { key: `card.${id}`, customerId, paymentMethodId };
    const attempt = await this.#beginPaymentAttempt(context, row);
    let charged: ChargeOutcome | 'unanswered' | null = null;
    try {
      const saved = await this.deps.lock.acquire(context, row.id, async (transaction) => {
        if (!(await chooseCardSetup(transaction, row.id, { id, createdAt, answered }))) return superseded;
        // Authentication may have taken long: another subscription may have started, or this one ended.
        const present = (await findSubscription(transaction, row.id)) ?? row;
        const subscriptionId = isMembershipLive(membershipOf(present, context.now()).state)
          ? present.stripeSubscriptionId
          : null;
        await useCard(this.deps.payments.port, chosen, subscriptionId);
        const stored = toStoredCard(card);
        await recordCard(transaction, { id: row.id, card: stored }, context.now());
        // A refusal shows in the subscription, which the worker reads next.
        if (attempt === 'free' && subscriptionId !== null) {
          charged = 'unanswered';
          charged = await this.deps.charges.retry(subscriptionId, { rowId: row.id, customerId }, context.now());
        }
        const payment = paymentOf(attempt === 'free' ? charged : attempt, present, context.now());
        return { outcome: 'saved', card: stored, ...(payment && { payment }) } satisfies Finished;
      });
      if (saved === null) throw new ProblemError('payments-unavailable', { retryAfterSeconds: 5 });
      return saved;
    } finally {
      if (attempt === 'free') await this.deps.attempts.settle(context, charged);
    }
  }

  /** Returns the SetupIntent as it is afterwards: one that has succeeded stays so. */
  async #cancel(context: Context, id: string): Promise<CardSetup | null> {
    const setup = await this.deps.payments.answer(
      context,
      (port) => nullIfUnknownAtStripe(port.cancelCardSetup(id)),
      paymentsUnavailable,
    );
    if (setup === null || isCardSetupFinished(setup)) await closeCardAuthentication(context.em, id);
    return setup;
  }

  /**
   * Counts the charge of the unpaid invoice to the new card. Beyond a limit it is not tried, but the card is still
   * saved.
   */
  async #beginPaymentAttempt({ em, now }: Context, row: SubscriptionRow): Promise<Attempt> {
    if (membershipOf(row, now()).state !== 'past-due') return 'nothing-owed';
    try {
      await em.transactional((transaction) => this.deps.attempts.begin(transaction, row.userId, now()));
      return 'free';
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'too-many-requests') throw error;
      return { retryAfterSeconds: error.options.retryAfterSeconds ?? 60 };
    }
  }
}

/** The result of the unpaid charge for the member; null: nothing was owed. */
const paymentOf = (
  result: ChargeOutcome | 'unanswered' | Exclude<Attempt, 'free'> | null,
  { paymentProblem }: SubscriptionRow,
  now: Date,
): CardPayment | null => {
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

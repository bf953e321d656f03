import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { beginCardChange, finishCardChange } from '@ve/contracts/http/account';
import type { Card } from '@ve/contracts/http/subscription';
import type { Context } from '@ve/data/context';
import { takeToken } from '@ve/data/limit/token-bucket.repository';
import { recordCard } from '@ve/data/subscription/subscription-changes.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/subscription/subscription.repository';
import { isLive, membershipOf } from '@ve/domain/membership/membership-state';
import { PaymentsUnavailableError } from '@ve/providers/payments/payments.port';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { randomUUID } from 'node:crypto';
import { Payments, unlessUnknown } from '../platform/payments.ts';
import { withoutFingerprint } from './card.ts';
import { Charges } from './charges.ts';
import { Turns } from './turns.ts';

/** A bank is asked about each new card, so a list of stolen ones must not fit in. */
const cardsPerHour = 10;
const anHour = 3_600_000;

interface NewCard {
  setupIntentId: string;
  paymentMethodId: string;
  card: Card;
}

/** Changes the card that a membership is charged to. */
@Injectable()
export class CardService {
  constructor(
    @Inject(Payments) private readonly provider: Payments,
    @Inject(Turns) private readonly turns: Turns,
    @Inject(Charges) private readonly charges: Charges,
  ) {}

  /**
   * A SetupIntent of the user's Stripe customer.
   * @throws ProblemError `payments-unavailable`; `payment-attempts-exceeded` for an eleventh card within an hour
   */
  async begin({ em, now }: Context, userId: string): Promise<AnswerOf<typeof beginCardChange>> {
    const row = await findSubscriptionOfUser(em, userId);
    if (row === null || row.stripeCustomerId === null) return { outcome: 'no-customer' };
    const bucket = { key: `card:${userId}`, capacity: cardsPerHour, refillMs: anHour / cardsPerHour };
    const turn = await takeToken(em, bucket, now());
    if (!turn.taken) {
      throw new ProblemError('payment-attempts-exceeded', { retryAfterSeconds: Math.ceil(turn.retryAfterMs / 1_000) });
    }
    const key = `card.${row.id}.${randomUUID()}`;
    const setup = await reached(
      unlessUnknown(this.provider.port.createCardSetup({ key, customerId: row.stripeCustomerId })),
    );
    if (setup === null) return { outcome: 'no-customer' };
    const { clientSecret } = setup;
    if (clientSecret === null) throw new Error('A new SetupIntent has no client secret');
    return { outcome: 'ready', clientSecret };
  }

  /**
   * Charges the card of a confirmed SetupIntent from now on, and tries an unpaid invoice with it.
   * @throws ProblemError `payments-unavailable`
   */
  async finish(context: Context, userId: string, setupIntentId: string): Promise<AnswerOf<typeof finishCardChange>> {
    const row = await findSubscriptionOfUser(context.em, userId);
    const customerId = row?.stripeCustomerId ?? null;
    if (row === null || customerId === null) return { outcome: 'not-confirmed' };
    const chosen = await this.#confirmed(setupIntentId, customerId);
    if (chosen === null) return { outcome: 'not-confirmed' };
    const saved = await this.turns.take(context, row.id, (transaction) =>
      this.#use(transaction, row, { ...chosen, customerId }, context.now()),
    );
    if (saved === null) throw new ProblemError('payments-unavailable', { retryAfterSeconds: 5 });
    return { outcome: 'saved', card: saved };
  }

  /** The card of a SetupIntent that succeeded and is this customer's; null for any other. */
  async #confirmed(setupIntentId: string, customerId: string): Promise<NewCard | null> {
    const setup = await reached(unlessUnknown(this.provider.port.readCardSetup(setupIntentId)));
    if (setup === null || setup.customerId !== customerId || setup.status !== 'succeeded') return null;
    const { card, paymentMethodId } = setup;
    if (card === null || paymentMethodId === null) return null;
    return { setupIntentId, paymentMethodId, card: withoutFingerprint(card) };
  }

  async #use(
    em: Context['em'],
    row: SubscriptionRow,
    { setupIntentId, paymentMethodId, card, customerId }: NewCard & { customerId: string },
    now: Date,
  ): Promise<Card> {
    const { state } = membershipOf(row, now);
    const subscriptionId = isLive(state) ? row.stripeSubscriptionId : null;
    await this.provider.port.useCard({ key: `card.${setupIntentId}`, customerId, subscriptionId, paymentMethodId });
    await recordCard(em, row.id, card, now);
    // A refusal shows in the subscription, which the worker reads next.
    if (subscriptionId !== null && state === 'past-due') await this.charges.retry(subscriptionId);
    return card;
  }
}

/** @throws ProblemError `payments-unavailable` when Stripe does not answer */
const reached = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof PaymentsUnavailableError)) throw error;
    throw new ProblemError('payments-unavailable', { retryAfterSeconds: 60, cause: error });
  });

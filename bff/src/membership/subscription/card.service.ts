import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { beginCardChange, finishCardChange } from '@ve/contracts/http/membership/account';
import type { Card } from '@ve/contracts/http/membership/subscription';
import type { Context } from '@ve/data/kernel/context';
import { toStoredCard } from '@ve/data/membership/subscription/stored-card';
import { recordCard } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { isLive, membershipOf } from '@ve/domain/membership/membership-state';
import { unlessUnknown } from '@ve/providers/payments/unknown-object';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { randomUUID } from 'node:crypto';
import { takeClientTurn } from '../../jobs/client-turn.ts';
import { Payments } from '../payments.ts';
import { Charges } from './charges.ts';
import { Turns } from './turns.ts';

/** A bank is asked about each new card, so a list of stolen ones must not fit in. */
const newCards = { name: 'card', perHour: 10, code: 'payment-attempts-exceeded' } as const;
const unanswered = { code: 'payments-unavailable', retryAfterSeconds: 60 } as const;

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
  async begin(context: Context, userId: string): Promise<AnswerOf<typeof beginCardChange>> {
    const { em, now } = context;
    const row = await findSubscriptionOfUser(em, userId);
    if (row === null || row.stripeCustomerId === null) return { outcome: 'no-customer' };
    await takeClientTurn(em, newCards, userId, now());
    const asked = { key: `card.${row.id}.${randomUUID()}`, customerId: row.stripeCustomerId };
    const setup = await this.provider.answer(context, (port) => unlessUnknown(port.createCardSetup(asked)), unanswered);
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
    const chosen = await this.#confirmed(context, setupIntentId, customerId);
    if (chosen === null) return { outcome: 'not-confirmed' };
    const saved = await this.turns.take(context, row.id, (transaction) =>
      this.#use(transaction, row, { ...chosen, customerId }, context.now()),
    );
    if (saved === null) throw new ProblemError('payments-unavailable', { retryAfterSeconds: 5 });
    return { outcome: 'saved', card: saved };
  }

  /** The card of a SetupIntent that succeeded and is this customer's; null for any other. */
  async #confirmed(context: Context, setupIntentId: string, customerId: string): Promise<NewCard | null> {
    const setup = await this.provider.answer(
      context,
      (port) => unlessUnknown(port.readCardSetup(setupIntentId)),
      unanswered,
    );
    if (setup?.customerId !== customerId || setup.status !== 'succeeded') return null;
    const { card, paymentMethodId } = setup;
    if (card === null || paymentMethodId === null) return null;
    return { setupIntentId, paymentMethodId, card: toStoredCard(card) };
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

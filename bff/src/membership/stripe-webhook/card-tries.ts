import { Inject, Injectable } from '@nestjs/common';
import { hourlyBucket, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import type { Context } from '@ve/data/kernel/context';
import { countStripeEvents } from '@ve/data/membership/stripe-event/stripe-event.repository';
import {
  type CardQuestion,
  claimCardQuestion,
  closeCardQuestion,
  findCardQuestion,
} from '@ve/data/membership/subscription/card-setup.repository';
import { newCards } from '@ve/domain/membership/new-cards';
import { isSetupOver } from '@ve/providers/payments/payments.port';
import type { Logger } from '@ve/server-kit/log/logger';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '../../platform/tokens.ts';
import { Declines } from '../declines.ts';
import { Payments } from '../payments.ts';

const failure = 'setup_intent.setup_failed';
const types: ReadonlySet<string> = new Set([failure, 'setup_intent.requires_action']);

/** How long the response to a webhook waits for Stripe, in milliseconds. */
const waitMs = 3_000;

/** An event about a card question whose client secret a browser has. */
interface CardTry {
  setupIntentId: string;
  question: CardQuestion;
  /** Whether a bank has refused the card, rather than requested authentication. */
  failed: boolean;
  /** This event is the one that ends the question; concurrent other events need no job. */
  ends: boolean;
}

/**
 * Handles cards that a browser tries with the client secret of a bank's question: Stripe accepts any number of cards
 * for it.
 */
@Injectable()
export class CardTries {
  /** The last question that was logged. */
  #logged: string | null = null;

  constructor(
    @Inject(Declines) private readonly declines: Declines,
    @Inject(Payments) private readonly provider: Payments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads an event about a question before it is stored: a flood of events must not delay ending the question. Null:
   * the event is not about an extra card.
   */
  async read({ em, now }: Context, event: { type: string; objectId: string | null }): Promise<CardTry | null> {
    const { type, objectId: setupIntentId } = event;
    if (setupIntentId === null || !types.has(type)) return null;
    const question = await findCardQuestion(em, setupIntentId);
    if (question === null) return null;
    const failed = type === failure;
    // The first question of a SetupIntent comes from our own server's request.
    if (!failed && (await countStripeEvents(em, { type, objectId: setupIntentId })) === 0) return null;
    // A repeated delivery is treated the same and must not claim the question, so that a failure can end it.
    const ends = question.open && (!failed || (await claimCardQuestion(em, setupIntentId, now())));
    return { setupIntentId, question, failed, ends };
  }

  /**
   * Counts a card against the account's limit of new cards, and a refusal as a decline, in the transaction that stores
   * its event.
   */
  async count(em: Context['em'], { setupIntentId, question, failed }: CardTry, at: Date): Promise<void> {
    await consumeToken(em, hourlyBucket(newCards, question.userId), at);
    if (!failed) return;
    await this.declines.add(em, at);
    this.declines.count('declined');
    if (this.#logged === setupIntentId) return;
    if ((await countStripeEvents(em, { type: failure, objectId: setupIntentId })) === 1) return;
    this.#logged = setupIntentId;
    this.logger.error(
      { event: 'setup_intent_failures_repeated', setupIntentId },
      'A SetupIntent failed repeatedly, possibly because of card testing.',
    );
  }

  /** Ends the question now. If that fails, or takes longer than Stripe may wait, the event's job does it. */
  async end(context: Context, tried: CardTry): Promise<void> {
    const ended = this.#end(context, tried).catch((error: unknown) => {
      this.logger.warn(
        { event: 'card_question_end_deferred', err: error, setupIntentId: tried.setupIntentId },
        'A card question could not be ended at once and is left to its job.',
      );
    });
    const waited = new AbortController();
    await Promise.race([ended, delay(waitMs, undefined, { signal: waited.signal }).catch(() => undefined)]);
    waited.abort();
  }

  async #end({ em }: Context, { setupIntentId: id, question, failed }: CardTry): Promise<void> {
    const { port } = this.provider;
    if (!failed && (await port.readCardSetup(id)).paymentMethodId === question.paymentMethodId) return;
    const setup = await port.cancelCardSetup(id);
    if (isSetupOver(setup)) await closeCardQuestion(em, id);
  }
}

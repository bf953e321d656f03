import { Inject, Injectable } from '@nestjs/common';
import { hourlyBucket, takeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import type { Context } from '@ve/data/kernel/context';
import { countStripeEvents } from '@ve/data/membership/stripe-event/stripe-event.repository';
import { closeCardQuestion, findCardQuestion } from '@ve/data/membership/subscription/card-setup.repository';
import { newCards } from '@ve/domain/membership/new-cards';
import type { Logger } from '@ve/server-kit/log/logger';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '../../platform/tokens.ts';
import { Declines } from '../declines.ts';
import { Payments } from '../payments.ts';

/** How long the answer to a webhook waits for Stripe. */
const waitMs = 3_000;

interface CardEvent {
  type: string;
  objectId: string | null;
}

/** A question with whose secret another card was tried, or may have been. */
interface MisusedQuestion {
  setupIntentId: string;
  /** The card that it is about; null: one has failed, and whichever it was, it ends. */
  paymentMethodId: string | null;
}

/** What to do of an event: end a question here as well as in its job; `nothing`: not even a job is needed. */
type Reaction = MisusedQuestion | 'nothing' | null;

/** Cards that a browser tries with the secret of a bank's question, which is good for any number of them. */
@Injectable()
export class CardTries {
  constructor(
    @Inject(Declines) private readonly declines: Declines,
    @Inject(Payments) private readonly provider: Payments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Counts the card of an event, in the transaction that has stored it. */
  async count(em: Context['em'], event: CardEvent, at: Date): Promise<Reaction> {
    const { type, objectId } = event;
    if (objectId === null) return null;
    if (type === 'setup_intent.setup_failed') return this.#failed(em, { type, objectId }, at);
    return type === 'setup_intent.requires_action' ? this.#asked(em, { type, objectId }, at) : null;
  }

  /**
   * Counts a failure as a decline and against the new cards of its account. What our own server tries fails once, and was
   * counted before. After the first of a SetupIntent the others need no job.
   */
  async #failed(em: Context['em'], event: { type: string; objectId: string }, at: Date): Promise<Reaction> {
    const setupIntentId = event.objectId;
    const times = await countStripeEvents(em, event);
    const question = await findCardQuestion(em, setupIntentId);
    if (question === null && times === 1) return null;
    await this.declines.add(em, at);
    this.declines.count('declined');
    if (question !== null) await takeToken(em, hourlyBucket(newCards, question.userId), at);
    if (times === 2) {
      this.logger.error({ setupIntentId }, 'several cards fail with one SetupIntent: somebody may be trying cards');
    }
    if (times > 1) return 'nothing';
    return question?.open ? { setupIntentId, paymentMethodId: null } : null;
  }

  /** The first question of a SetupIntent is that of our own server; another one may be about another card. */
  async #asked(em: Context['em'], event: { type: string; objectId: string }, at: Date): Promise<Reaction> {
    if ((await countStripeEvents(em, event)) === 1) return 'nothing';
    const question = await findCardQuestion(em, event.objectId);
    if (question === null) return null;
    await takeToken(em, hourlyBucket(newCards, question.userId), at);
    return question.open ? { setupIntentId: event.objectId, paymentMethodId: question.paymentMethodId } : 'nothing';
  }

  /** Ends a question now. Where that fails, or takes longer than Stripe is made to wait, the event's job does it. */
  async end(context: Context, misused: MisusedQuestion): Promise<void> {
    const ended = this.#end(context, misused).catch((error: unknown) => {
      this.logger.warn({ err: error, setupIntentId: misused.setupIntentId }, 'the end of a card is left to its job');
    });
    const waited = new AbortController();
    await Promise.race([ended, delay(waitMs, undefined, { signal: waited.signal }).catch(() => undefined)]);
    waited.abort();
  }

  async #end({ em }: Context, { setupIntentId: id, paymentMethodId }: MisusedQuestion): Promise<void> {
    const { port } = this.provider;
    if (paymentMethodId !== null && (await port.readCardSetup(id)).paymentMethodId === paymentMethodId) return;
    await port.cancelCardSetup({ key: `cancel-card.${id}.failed`, id });
    await closeCardQuestion(em, id);
  }
}

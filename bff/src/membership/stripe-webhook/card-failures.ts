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

const failed = 'setup_intent.setup_failed';

/** How long the answer to a webhook waits for the cancellation. */
const waitMs = 3_000;

/**
 * What an event says of a card that could not be stored. `question`: the first that failed with the secret of a bank's
 * question; `repeated`: not the first of its SetupIntent, which is being ended; null: neither.
 */
type CardFailure = 'question' | 'repeated' | null;

/** Cards that fail in a browser, which the secret of a bank's question lets try any number of them. */
@Injectable()
export class CardFailures {
  constructor(
    @Inject(Declines) private readonly declines: Declines,
    @Inject(Payments) private readonly provider: Payments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Counts a failure as a decline and against the new cards of its account, in the transaction that has stored its event.
   * What our own server tries fails once, and was counted before.
   */
  async count(
    em: Context['em'],
    { type, objectId }: { type: string; objectId: string | null },
    at: Date,
  ): Promise<CardFailure> {
    if (type !== failed || objectId === null) return null;
    const times = await countStripeEvents(em, { type, objectId });
    const question = await findCardQuestion(em, objectId);
    const repeated = times > 1;
    if (question === null && !repeated) return null;
    await this.declines.add(em, at);
    this.declines.count('declined');
    if (question !== null) await takeToken(em, hourlyBucket(newCards, question.userId), at);
    if (times === 2) {
      this.logger.error(
        { setupIntentId: objectId },
        'several cards fail with one SetupIntent: somebody may be trying cards',
      );
    }
    return repeated ? 'repeated' : 'question';
  }

  /** Ends a SetupIntent now. Where that fails, or takes longer than Stripe is made to wait, the event's job does it. */
  async end(context: Context, setupIntentId: string): Promise<void> {
    const ended = this.#end(context, setupIntentId).catch((error: unknown) => {
      this.logger.warn({ err: error, setupIntentId }, 'a failed card is left to its job');
    });
    const waited = new AbortController();
    await Promise.race([ended, delay(waitMs, undefined, { signal: waited.signal }).catch(() => undefined)]);
    waited.abort();
  }

  async #end({ em }: Context, id: string): Promise<void> {
    await this.provider.port.cancelCardSetup({ key: `cancel-card.${id}.failed`, id });
    await closeCardQuestion(em, id);
  }
}

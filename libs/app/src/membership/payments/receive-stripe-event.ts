import { hourlyTokenBucket, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  addStripeEvent,
  countStripeEventsOfObject,
  markStripeEventProcessed,
} from '@ve/data/membership/stripe-event/stripe-event.repository';
import {
  type PendingCardAuthentication,
  claimCardAuthentication,
  closeCardAuthentication,
  findCardAuthentication,
} from '@ve/data/membership/subscription/card-setup.repository';
import { newCardRateLimit } from '@ve/domain/membership/card-limits';
import { isCardSetupFinished, type ProviderEvent } from '@ve/providers/payments/payments.port';
import { isHandledStripeEvent } from '@ve/providers/payments/stripe-handled-events';
import pTimeout from 'p-timeout';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import type { CardDeclineLimit } from './declines.ts';
import type { PaymentProviderClient } from './payment-provider-client.ts';

const failure = 'setup_intent.setup_failed';
const types: ReadonlySet<string> = new Set([failure, 'setup_intent.requires_action']);

/** How long the response to a webhook waits for Stripe, in milliseconds. */
const waitMs = 3_000;

/** An event about a card question whose client secret a browser has. */
interface ExtraCardAttempt {
  setupIntentId: string;
  question: PendingCardAuthentication;
  /** Whether a bank has refused the card, rather than requested authentication. */
  failed: boolean;
  /** This event is the one that ends the question; concurrent other events need no job. */
  ends: boolean;
}

export interface StripeEventReceiverDeps {
  declines: CardDeclineLimit;
  payments: PaymentProviderClient;
  logger: UseCaseLogger;
}

/**
 * Receives the provider's events. Also handles cards that a browser tries with the client secret of a bank's question:
 * Stripe accepts any number of cards for it.
 */
export class StripeEventReceiver {
  /** The last question that was logged. */
  #logged: string | null = null;

  constructor(private readonly deps: StripeEventReceiverDeps) {}

  /**
   * Stores an event once, with the job that processes it; ignores types without a handler. A card tried in a browser
   * ends its SetupIntent here, because further cards could be tried until the job runs.
   */
  async receive(
    context: Context,
    { id: stripeEventId, type, objectId, createdAt }: Pick<ProviderEvent, 'id' | 'type' | 'objectId' | 'createdAt'>,
  ): Promise<void> {
    if (!isHandledStripeEvent(type)) return;
    const { em, now, correlationId } = context;
    const tried = await this.#read(context, { type, objectId });
    const ended = tried?.ends === true ? this.#end(context, tried) : null;
    await em.transactional(async (transaction) => {
      const at = now();
      const eventId = await addStripeEvent(transaction, { stripeEventId, type, objectId, createdAt }, at);
      if (eventId === null) return;
      if (tried === null || tried.ends) {
        await addToOutbox(
          transaction,
          { jobName: 'stripe-events.process', payload: { eventId, correlationId } },
          { now: at },
        );
      } else {
        await markStripeEventProcessed(transaction, eventId, at);
      }
      if (tried !== null) await this.#count(transaction, tried, at);
    });
    await ended;
  }

  /**
   * Reads an event about a question before it is stored: a flood of events must not delay ending the question. Null:
   * the event is not about an extra card.
   */
  async #read(
    { em, now }: Context,
    event: { type: string; objectId: string | null },
  ): Promise<ExtraCardAttempt | null> {
    const { type, objectId: setupIntentId } = event;
    if (setupIntentId === null || !types.has(type)) return null;
    const question = await findCardAuthentication(em, setupIntentId);
    if (question === null) return null;
    const failed = type === failure;
    // The first question of a SetupIntent comes from our own server's request.
    if (!failed && (await countStripeEventsOfObject(em, { type, objectId: setupIntentId })) === 0) return null;
    // A repeated delivery is treated the same and must not claim the question, so that a failure can end it.
    const ends = question.open && (!failed || (await claimCardAuthentication(em, setupIntentId, now())));
    return { setupIntentId, question, failed, ends };
  }

  /**
   * Counts a card against the account's limit of new cards, and a refusal as a decline, in the transaction that stores
   * its event.
   */
  async #count(em: Context['em'], { setupIntentId, question, failed }: ExtraCardAttempt, at: Date): Promise<void> {
    await consumeToken(em, hourlyTokenBucket(newCardRateLimit, question.userId), at);
    if (!failed) return;
    await this.deps.declines.add(em, at);
    this.deps.declines.count('declined');
    if (this.#logged === setupIntentId) return;
    if ((await countStripeEventsOfObject(em, { type: failure, objectId: setupIntentId })) === 1) return;
    this.#logged = setupIntentId;
    this.deps.logger.error(
      { event: 'setup_intent_failures_repeated', setupIntentId },
      'A SetupIntent failed repeatedly, possibly because of card testing.',
    );
  }

  /** Ends the question now. If that fails, or takes longer than Stripe may wait, the event's job does it. */
  async #end(context: Context, tried: ExtraCardAttempt): Promise<void> {
    const ended = this.#endAtStripe(context, tried).catch((error: unknown) => {
      this.deps.logger.warn(
        { event: 'card_question_end_deferred', err: error, setupIntentId: tried.setupIntentId },
        'A card question could not be ended at once and is left to its job.',
      );
    });
    await pTimeout(ended, { milliseconds: waitMs, message: false });
  }

  async #endAtStripe({ em }: Context, { setupIntentId: id, question, failed }: ExtraCardAttempt): Promise<void> {
    const { port } = this.deps.payments;
    if (!failed && (await port.readCardSetup(id)).paymentMethodId === question.paymentMethodId) return;
    const setup = await port.cancelCardSetup(id);
    if (isCardSetupFinished(setup)) await closeCardAuthentication(em, id);
  }
}

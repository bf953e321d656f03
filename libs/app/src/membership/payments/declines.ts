import type { Context } from '@ve/data/kernel/context';
import { refundToken, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

const aMinute = 60_000;

/** `stored`: saved for later charges. `refused`: no bank was asked. */
export const cardAttemptOutcomes = ['paid', 'stored', 'declined', 'authenticate', 'refused', 'unanswered'] as const;

/** The result of trying a card. */
export type CardAttemptOutcome = (typeof cardAttemptOutcomes)[number];

export interface CardDeclineLimitDeps {
  /** How many declines by banks are allowed per minute. */
  perMinute: number;
  logger: UseCaseLogger;
  /** Counts a result for the metrics. */
  count: (result: CardAttemptOutcome | 'held-back') => void;
}

/**
 * Limits the declines by banks per minute, over sign-ups and members together. A request in progress counts as declined
 * until Stripe reports otherwise.
 */
export class CardDeclineLimit {
  readonly #bucket: { key: string; capacity: number; refillMs: number };
  readonly #logger: UseCaseLogger;
  /** Counts the result of trying a card for the metrics. */
  readonly count: CardDeclineLimitDeps['count'];
  #warnedAt = -Infinity;

  constructor({ perMinute, logger, count }: CardDeclineLimitDeps) {
    this.#bucket = { key: 'payment-declines', capacity: perMinute, refillMs: Math.ceil(aMinute / perMinute) };
    this.#logger = logger;
    this.count = count;
  }

  /**
   * Counts one decline; must be committed before a bank is asked.
   * @throws ProblemError `too-many-requests` while too many cards are declined
   */
  async countExpectedDecline(em: Context['em'], at: Date): Promise<void> {
    const taken = await consumeToken(em, this.#bucket, at);
    if (taken.taken) return;
    this.count('held-back');
    this.#warn(at);
    throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1_000) });
  }

  /** Refunds a decline that was counted in advance and did not happen. */
  async refundExpectedDecline(em: Context['em']): Promise<void> {
    await refundToken(em, this.#bucket);
  }

  /**
   * Counts a decline that was not counted in advance, if the limit allows; otherwise warns, as `countExpectedDecline`
   * does.
   */
  async add(em: Context['em'], at: Date): Promise<void> {
    const { taken } = await consumeToken(em, this.#bucket, at);
    if (!taken) this.#warn(at);
  }

  /**
   * Records the result of a request that `countExpectedDecline` was called for. A lost response stays counted as a
   * decline.
   */
  async recordResult(em: Context['em'], result: CardAttemptOutcome): Promise<void> {
    this.count(result);
    if (result !== 'declined' && result !== 'unanswered') await this.refundExpectedDecline(em);
  }

  #warn(at: Date): void {
    if (at.getTime() - this.#warnedAt < aMinute) return;
    this.#warnedAt = at.getTime();
    const declinesAMinute = this.#bucket.capacity;
    this.#logger.error(
      { event: 'decline_limit_reached', declinesAMinute },
      'Declined payments reached their limit, possibly because of card testing.',
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { refundToken, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { Metrics } from '../platform/metrics.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';

const aMinute = 60_000;

/** The result of trying a card. `stored`: saved for later charges. `refused`: no bank was asked. */
export type CardResult = 'paid' | 'stored' | 'declined' | 'authenticate' | 'refused' | 'unanswered';

/**
 * Limits the declines by banks per minute, over sign-ups and members together. A request in progress counts as declined
 * until Stripe reports otherwise.
 */
@Injectable()
export class Declines {
  readonly #bucket: { key: string; capacity: number; refillMs: number };
  #warnedAt = -Infinity;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {
    const capacity = config.DECLINES_A_MINUTE;
    this.#bucket = { key: 'payment-declines', capacity, refillMs: Math.ceil(aMinute / capacity) };
  }

  /**
   * Counts one decline; must be committed before a bank is asked.
   * @throws ProblemError `too-many-requests` while too many cards are declined
   */
  async countExpectedDecline(em: Context['em'], at: Date): Promise<void> {
    const taken = await consumeToken(em, this.#bucket, at);
    if (taken.taken) return;
    this.metrics.paymentConfirmations.inc({ result: 'held-back' });
    this.#warn(at);
    throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1_000) });
  }

  /** Refunds a decline that was counted in advance and did not happen. */
  async undoExpected(em: Context['em']): Promise<void> {
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

  count(result: CardResult): void {
    this.metrics.paymentConfirmations.inc({ result });
  }

  /**
   * Records the result of a request that `countExpectedDecline` was called for. A lost response stays counted as a
   * decline.
   */
  async recordResult(em: Context['em'], result: CardResult): Promise<void> {
    this.count(result);
    if (result !== 'declined' && result !== 'unanswered') await this.undoExpected(em);
  }

  #warn(at: Date): void {
    if (at.getTime() - this.#warnedAt < aMinute) return;
    this.#warnedAt = at.getTime();
    const declinesAMinute = this.#bucket.capacity;
    this.logger.error(
      { event: 'decline_limit_reached', declinesAMinute },
      'Declined payments reached their limit, possibly because of card testing.',
    );
  }
}

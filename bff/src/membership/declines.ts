import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { refundToken, consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { Metrics } from '../platform/metrics.ts';
import { CONFIG, LOGGER } from '../platform/tokens.ts';

const aMinute = 60_000;

/** What came of a card that a bank was to be asked about. `stored`: for later charges. `refused`: no bank was asked. */
export type CardResult = 'paid' | 'stored' | 'declined' | 'authenticate' | 'refused' | 'unanswered';

/**
 * How often banks may decline in a minute, of sign-ups and members together. What is under way counts as declined until
 * Stripe says otherwise.
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
   * Counts one decline before a bank is asked; to be committed by then.
   * @throws ProblemError `too-many-requests` while too many cards are declined
   */
  async countExpectedDecline(em: Context['em'], at: Date): Promise<void> {
    const taken = await consumeToken(em, this.#bucket, at);
    if (taken.taken) return;
    this.metrics.paymentConfirmations.inc({ result: 'held-back' });
    this.#warn(at);
    throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1_000) });
  }

  /** Takes back a decline that was expected and did not come. */
  async undoExpected(em: Context['em']): Promise<void> {
    await refundToken(em, this.#bucket);
  }

  /** Counts one that was not expected, if there is room; else it warns, as `expect` does. */
  async add(em: Context['em'], at: Date): Promise<void> {
    const { taken } = await consumeToken(em, this.#bucket, at);
    if (!taken) this.#warn(at);
  }

  /** Counts a result in the metrics. */
  count(result: CardResult): void {
    this.metrics.paymentConfirmations.inc({ result });
  }

  /** Notes the result of what `expect` was called for. An answer that was lost stays a decline. */
  async recordResult(em: Context['em'], result: CardResult): Promise<void> {
    this.count(result);
    if (result !== 'declined' && result !== 'unanswered') await this.undoExpected(em);
  }

  #warn(at: Date): void {
    if (at.getTime() - this.#warnedAt < aMinute) return;
    this.#warnedAt = at.getTime();
    const declinesAMinute = this.#bucket.capacity;
    this.logger.error({ declinesAMinute }, 'decline limit reached: possible card testing');
  }
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Context } from '@ve/data/context';
import { countLiveFetches } from '@ve/data/vehicle-fetch/live-fetches.repository';
import type { Clock } from '@ve/domain/time/clock';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { ClientAddresses } from '../platform/client-addresses.ts';
import { Metrics } from '../platform/metrics.ts';
import { CLOCK, CONFIG, LOGGER } from '../platform/tokens.ts';
import { askerOf, type FetchDepth, fetchDepthOf, refusalOf } from './fetch-depth.ts';

/** As the words of both refusals say. */
const retryAfterSeconds = 60;
/** Of this process's connections, so many may wait for the lock of admission at once: the others are for reading. */
const admittedAtOnce = 3;
/** How many may wait for that, so that a flood is refused instead of piled up. */
const askersAtOnce = 40;

/** Lets in as many new fetches as can be served in the promised time, and refuses the others at once. */
@Injectable()
export class FetchDoor {
  readonly #depth: FetchDepth;
  readonly #toSay: (kind: string) => number | null;
  /** How many of each asker ask at this moment. */
  readonly #asking = new Map<string, number>();
  #askingAll = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
  ) {
    this.#depth = fetchDepthOf(config.VEHICLE_FETCHES_PER_SECOND, config.VEHICLE_FETCH_SECONDS);
    this.#toSay = createLogLimiter(clock);
  }

  /** The name that the asker's fetches are kept and counted under. */
  nameOf({ actor, client }: Context): Promise<string> {
    return this.addresses.nameOf(askerOf(actor, client));
  }

  /**
   * Does `act`, which asks the database for room, in turn with others of this process. Refuses without a query when too
   * many are waiting, of everybody or of this asker.
   * @throws ProblemError as `check`
   */
  async inTurn<T>(context: Context, act: () => Promise<T>): Promise<T> {
    const { actor, client } = context;
    const asker = askerOf(actor, client);
    const own = this.#asking.get(asker) ?? 0;
    if (own >= this.#depth.one) this.#refuse('share', actor, own);
    if (actor.kind === 'visitor' && this.#askingAll >= askersAtOnce) this.#refuse('busy', actor, this.#askingAll);
    this.#asking.set(asker, own + 1);
    this.#askingAll += 1;
    try {
      if (this.#askingAll > admittedAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return await act();
    } finally {
      this.#waiting.shift()?.();
      this.#askingAll -= 1;
      const left = (this.#asking.get(asker) ?? 1) - 1;
      if (left > 0) this.#asking.set(asker, left);
      else this.#asking.delete(asker);
    }
  }

  /**
   * Whether there is room for one more. Exact for who holds the lock of admission; else a first look that waits for
   * nobody, which is what a flood meets.
   * @throws ProblemError `too-many-requests` for who has their share live, `busy` when there is no room
   */
  async check(em: EntityManager, { actor }: Context, askedBy: string): Promise<void> {
    const live = await countLiveFetches(em, askedBy);
    const refusal = refusalOf(this.#depth, actor, live);
    if (refusal !== null) this.#refuse(refusal, actor, live.all);
  }

  #refuse(refusal: 'share' | 'busy', actor: Actor, live: number): never {
    this.metrics.fetchRefusals.inc({ reason: refusal });
    const suppressed = this.#toSay(refusal);
    if (suppressed !== null) {
      this.logger.warn({ reason: refusal, actor: actor.kind, live, suppressed }, 'new vehicle fetch refused');
    }
    throw refusal === 'busy'
      ? new ProblemError('busy', { retryAfterSeconds })
      : new ProblemError('too-many-requests', {
          retryAfterSeconds,
          detail: 'As many vehicles as we check at once for one visitor are being checked already.',
        });
  }
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Context } from '@ve/data/kernel/context';
import { countLiveFetches } from '@ve/data/vehicle/vehicle-fetch/live-fetches.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../../config.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { Metrics } from '../../platform/metrics.ts';
import { CLOCK, CONFIG, LOGGER } from '../../platform/tokens.ts';
import { requesterOf, type FetchDepth, fetchDepthOf, refusalOf } from './fetch-depth.ts';

/** The same as in the text of both refusals. */
const retryAfterSeconds = 60;
/** Maximum connections of this process that wait for the admission lock: the others are for reads. */
const admittedAtOnce = 3;
/** Maximum requests waiting for one of those, so that a flood is refused instead of queued. */
const maxPending = 40;

/** Admits as many new fetches as can be served in the promised time, and refuses the others immediately. */
@Injectable()
export class FetchAdmission {
  readonly #depth: FetchDepth;
  readonly #logOnce: (kind: string) => number | null;
  /** Pending admissions by requester. */
  readonly #pending = new Map<string, number>();
  #pendingAll = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
  ) {
    this.#depth = fetchDepthOf(config.VEHICLE_FETCHES_PER_SECOND, config.VEHICLE_FETCH_SECONDS);
    this.#logOnce = createLogLimiter(clock);
  }

  /** The key that the requester's fetches are stored and counted under. */
  nameOf({ actor, client }: Context): Promise<string> {
    return this.addresses.nameOf(requesterOf(actor, client));
  }

  /**
   * Runs `act`, which checks the capacity in the database, with limited concurrency in this process. Refuses without a
   * query when too many are waiting, in total or of this requester.
   * @throws ProblemError as `check`
   */
  async withSlot<T>(context: Context, act: () => Promise<T>): Promise<T> {
    const { actor, client } = context;
    const requester = requesterOf(actor, client);
    const own = this.#pending.get(requester) ?? 0;
    if (own >= this.#depth.one) this.#refuse('share', actor, own);
    if (actor.kind === 'visitor' && this.#pendingAll >= maxPending) this.#refuse('busy', actor, this.#pendingAll);
    this.#pending.set(requester, own + 1);
    this.#pendingAll += 1;
    try {
      if (this.#pendingAll > admittedAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      return await act();
    } finally {
      this.#waiting.shift()?.();
      this.#pendingAll -= 1;
      const left = (this.#pending.get(requester) ?? 1) - 1;
      if (left > 0) this.#pending.set(requester, left);
      else this.#pending.delete(requester);
    }
  }

  /**
   * Checks the capacity for one more fetch. Exact while holding the admission lock; without it, a first check that does
   * not wait, which sheds a flood.
   * @throws ProblemError `too-many-requests` when the requester's own limit is reached, `busy` when there is no
   * capacity
   */
  async check(em: EntityManager, { actor }: Context, requesterHash: string): Promise<void> {
    const live = await countLiveFetches(em, requesterHash);
    const refusal = refusalOf(this.#depth, actor, live);
    if (refusal !== null) this.#refuse(refusal, actor, live.all);
  }

  #refuse(refusal: 'share' | 'busy', actor: Actor, live: number): never {
    this.metrics.fetchRefusals.inc({ reason: refusal });
    const suppressed = this.#logOnce(refusal);
    if (suppressed !== null) {
      this.logger.warn(
        { event: 'vehicle_fetch_refused', reason: refusal, actor: actor.kind, live, suppressed },
        'A new vehicle fetch was refused.',
      );
    }
    throw refusal === 'busy'
      ? new ProblemError('busy', { retryAfterSeconds })
      : new ProblemError('too-many-requests', {
          retryAfterSeconds,
          detail: 'As many vehicles as we check at once for one visitor are being checked already.',
        });
  }
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/context';
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

/** Lets in as many new fetches as can be served in the promised time, and refuses the others at once. */
@Injectable()
export class FetchDoor {
  readonly #depth: FetchDepth;
  readonly #toSay: (kind: string) => number | null;

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
   * Whether there is room for one more. Exact for who holds the lock of admission; else a first look that waits for
   * nobody, which is what a flood meets.
   * @throws ProblemError `too-many-requests` for who has their share live, `busy` when there is no room
   */
  async check(em: EntityManager, { actor }: Context, askedBy: string): Promise<void> {
    const live = await countLiveFetches(em, askedBy);
    const refusal = refusalOf(this.#depth, actor, live);
    if (refusal === null) return;
    this.metrics.fetchRefusals.inc({ reason: refusal });
    const suppressed = this.#toSay(refusal);
    if (suppressed !== null) {
      this.logger.warn({ reason: refusal, actor: actor.kind, live: live.all, suppressed }, 'new vehicle fetch refused');
    }
    throw refusal === 'busy'
      ? new ProblemError('busy', { retryAfterSeconds })
      : new ProblemError('too-many-requests', {
          retryAfterSeconds,
          detail: 'As many vehicles as we check at once for one visitor are being checked already.',
        });
  }
}

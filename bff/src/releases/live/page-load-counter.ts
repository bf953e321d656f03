import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Release } from '@ve/contracts/remote-manifest';

import {
  addReleasePageLoads,
  type ReleasePageLoadCount,
} from '@ve/data/releases/release-health/release-load.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import type { Logger } from '@ve/server-kit/log/logger';
import { createBatchedCounter, type BatchedCounter } from '@ve/server-kit/tally/batched-counter';
import type { FastifyRequest } from 'fastify';
import { isPrefetchRequest } from '../../http/page-request.ts';
import { BffDatabase } from '../../platform/database.ts';
import { HourlyCap } from './hourly-cap.ts';
import type { PageReleaseChoice } from './page-release-selector.ts';
import { CLOCK_TOKEN, LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

const everyMs = 3_000;

/** The releases that a page starts with: shell, owner, and those that fill the slots of the owner. */
const releasesOn = ({ live: { shell, remotes } }: PageReleaseChoice, owner: Release | null): Release[] => [
  ...(shell ? [shell] : []),
  ...(owner ? [owner] : []),
  ...remotes.filter(({ name, slots }) => name !== owner?.name && slots.some((slot) => owner?.offers.includes(slot))),
];

/**
 * Counts the documents sent by release, channel and hour, in memory, while a canary of that name runs: error rates are
 * relative to them. If the database is down, only counts are lost.
 *
 * Counts at most five an hour per visitor and name. Does not count pages that could not report an error, or whose
 * errors are ignored: robots and visitors who opted out, who have no id; HEAD; prefetches; and pages under an override,
 * whose releases no visitor gets.
 */
@Injectable()
export class PageLoadCounter implements OnApplicationShutdown {
  readonly #tally: BatchedCounter<ReleasePageLoadCount>;
  readonly #cap = new HourlyCap();

  constructor(
    @Inject(BffDatabase) database: BffDatabase,
    @Inject(LOGGER_TOKEN) logger: Logger,
    @Inject(CLOCK_TOKEN) private readonly now: Clock,
  ) {
    this.#tally = createBatchedCounter<ReleasePageLoadCount>({
      keyOf: ({ name, version, channel, hour }) => [name, version, channel, hour.getTime()].join(' '),
      merge: (known, { loadCount: loads }) => {
        known.loadCount += loads;
      },
      write: (counted) => addReleasePageLoads(database.em(), counted),
      logger,
      what: 'page loads',
      everyMs,
    });
  }

  count(request: Pick<FastifyRequest, 'headers' | 'method'>, choice: PageReleaseChoice, owner: Release | null): void {
    const { visitor, running, canaries, override } = choice;
    if (visitor.id === null || running.size === 0 || override !== null) return;
    if (request.method !== 'GET' || isPrefetchRequest(request)) return;
    const hour = startOfHour(this.now());
    for (const { name, version } of releasesOn(choice, owner)) {
      if (!running.has(name) || !this.#cap.take({ visitor: visitor.id, name, hour })) continue;
      this.#tally.add({ name, version, channel: canaries.has(name) ? 'canary' : 'stable', hour, loadCount: 1 });
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.#tally.close();
  }
}

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PageSpeed } from '@ve/contracts/http/releases/release-speed';
import type { Release } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import {
  addReleaseWebVitals,
  type WebVitalReadingCount,
} from '@ve/data/releases/release-health/release-vital.repository';
import { webVitalMetrics, webVitalScaleStepOf } from '@ve/domain/releases/vital-scale';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import type { Logger } from '@ve/server-kit/log/logger';
import { createBatchedCounter, type BatchedCounter } from '@ve/server-kit/tally/batched-counter';
import type { FastifyRequest } from 'fastify';
import { BffDatabase } from '../../platform/database.ts';
import { PageReleaseSelector } from '../live/page-release-selector.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

const everyMs = 3_000;

/** Counts page speeds by release and hour, in steps, so that no row is about one visit. */
@Injectable()
export class ReleasePageSpeedService implements OnApplicationShutdown {
  readonly #tally: BatchedCounter<WebVitalReadingCount>;
  readonly #logger: Logger;

  constructor(
    @Inject(PageReleaseSelector) private readonly releases: PageReleaseSelector,
    @Inject(BffDatabase) database: BffDatabase,
    @Inject(LOGGER_TOKEN) logger: Logger,
  ) {
    this.#logger = logger;
    this.#tally = createBatchedCounter<WebVitalReadingCount>({
      keyOf: ({ name, version, metric, hour, step }) => [name, version, metric, hour.getTime(), step].join(' '),
      merge: (known, { readingCount: readings }) => {
        known.readingCount += readings;
      },
      write: (counted) => addReleaseWebVitals(database.em(), counted),
      logger,
      what: 'readings of speed',
      everyMs,
    });
  }

  /**
   * Counts the readings of a page for the release that this browser is served and for its shell; drops readings of
   * other releases. Never throws.
   */
  async take(context: Context, request: FastifyRequest, speed: PageSpeed): Promise<void> {
    const { now, correlationId } = context;
    const hour = startOfHour(now());
    try {
      for (const { name, version } of await this.#releasesOf(context, request, speed)) {
        for (const metric of webVitalMetrics) {
          const reading = speed.readings[metric];
          if (reading === undefined) continue;
          this.#tally.add({ name, version, metric, hour, step: webVitalScaleStepOf(metric, reading), readingCount: 1 });
        }
      }
    } catch (error) {
      this.#logger.warn(
        { event: 'page_speed_record_failed', err: error, requestId: correlationId },
        'A reading of page speed could not be recorded.',
      );
    }
  }

  /** The releases to count; empty if this browser is not served the release, or has an override. */
  async #releasesOf(context: Context, request: FastifyRequest, { remote }: PageSpeed): Promise<Release[]> {
    const { live, override } = await this.releases.forCall(request, context);
    const owner = live.remotes.find(({ name, version }) => `${name}@${version}` === remote);
    if (override !== null || owner === undefined) return [];
    return live.shell === null ? [owner] : [live.shell, owner];
  }

  onApplicationShutdown(): Promise<void> {
    return this.#tally.close();
  }
}

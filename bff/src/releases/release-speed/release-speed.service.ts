import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PageSpeed } from '@ve/contracts/http/releases/release-speed';
import type { Release, ReleaseChannelName } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import {
  addReleaseWebVitals,
  type WebVitalReadingCount,
} from '@ve/data/releases/release-health/release-vital.repository';
import {
  addRouteReadings,
  type RouteReadingCount,
  routeReadingKeyOf,
} from '@ve/data/releases/release-health/route-vital.repository';
import { pageSpeedMetrics, webVitalMetrics, webVitalScaleStepOf } from '@ve/domain/releases/vital-scale';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import type { Logger } from '@ve/server-kit/log/logger';
import { createBatchedCounter, type BatchedCounter } from '@ve/server-kit/tally/batched-counter';
import type { FastifyRequest } from 'fastify';
import { isRobotRequest } from '../../http/page-request.ts';
import { BffDatabase } from '../../platform/database.ts';
import { HourlyCap } from '../live/hourly-cap.ts';
import { PageReleaseSelector } from '../live/page-release-selector.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

const everyMs = 3_000;

/** Counts page speeds by release and hour and by route and day, in steps, so that no row is about one visit. */
@Injectable()
export class ReleasePageSpeedService implements OnApplicationShutdown {
  readonly #releaseTally: BatchedCounter<WebVitalReadingCount>;
  readonly #routeTally: BatchedCounter<RouteReadingCount>;
  readonly #logger: Logger;
  readonly #cap = new HourlyCap();

  constructor(
    @Inject(PageReleaseSelector) private readonly releases: PageReleaseSelector,
    @Inject(BffDatabase) database: BffDatabase,
    @Inject(LOGGER_TOKEN) logger: Logger,
  ) {
    this.#logger = logger;
    const merge = (known: { readingCount: number }, { readingCount }: { readingCount: number }): void => {
      known.readingCount += readingCount;
    };
    this.#releaseTally = createBatchedCounter<WebVitalReadingCount>({
      keyOf: ({ name, version, metric, hour, step }) => [name, version, metric, hour.getTime(), step].join(' '),
      merge,
      write: (counted) => addReleaseWebVitals(database.em(), counted),
      logger,
      what: 'readings of speed',
      everyMs,
    });
    this.#routeTally = createBatchedCounter<RouteReadingCount>({
      keyOf: routeReadingKeyOf,
      merge,
      write: (counted) => addRouteReadings(database.em(), counted),
      logger,
      what: 'readings of speed by route',
      everyMs,
    });
  }

  /**
   * Counts the readings of a page for the release that this browser is served, for its shell, and for its route; drops
   * readings of other releases and routes, of robots, and of pages under an override, and what a client sends of a name
   * or of a route beyond five pages an hour. Never throws.
   */
  async take(context: Context, request: FastifyRequest, speed: PageSpeed): Promise<void> {
    if (isRobotRequest(request)) return;
    const { now, correlationId, client = '' } = context;
    try {
      const { live, override, canaries } = await this.releases.forCall(request, context);
      const owner = live.remotes.find(({ name, version }) => `${name}@${version}` === speed.remote);
      // Visitors get none of the releases of an override.
      if (override !== null || owner === undefined) return;
      const hour = startOfHour(now());
      const ofPage = live.shell === null ? [owner] : [live.shell, owner];
      const counted = ofPage.filter(({ name }) => this.#cap.take({ visitor: client, name, hour }));
      this.#countForReleases(counted, speed, hour);
      const channel = canaries.has(owner.name) ? 'canary' : 'stable';
      this.#countForRoute({ owner, channel, day: londonDate(now()), client, hour }, speed);
    } catch (error) {
      this.#logger.warn(
        { event: 'page_speed_record_failed', err: error, requestId: correlationId },
        'A reading of page speed could not be recorded.',
      );
    }
  }

  #countForReleases(releases: readonly Release[], { readings }: PageSpeed, hour: Date): void {
    for (const { name, version } of releases) {
      for (const metric of webVitalMetrics) {
        const reading = readings[metric];
        if (reading === undefined) continue;
        const step = webVitalScaleStepOf(metric, reading);
        this.#releaseTally.add({ name, version, metric, hour, step, readingCount: 1 });
      }
    }
  }

  /** Only of the owner's own routes: what a browser sends never becomes a row of its own. */
  #countForRoute({ owner, channel, day, client, hour }: MeasuredPage, { route, readings }: PageSpeed): void {
    if (route === undefined || !owner.routes.includes(route)) return;
    const { name, version } = owner;
    if (!this.#cap.take({ visitor: client, name: `${name} ${route}`, hour })) return;
    for (const metric of pageSpeedMetrics) {
      const reading = readings[metric];
      if (reading === undefined) continue;
      const step = webVitalScaleStepOf(metric, reading);
      this.#routeTally.add({ day, route, name, version, channel, metric, step, readingCount: 1 });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#releaseTally.close(), this.#routeTally.close()]);
  }
}

interface MeasuredPage {
  owner: Release;
  channel: ReleaseChannelName;
  /** Calendar day in Europe/London. */
  day: IsoDate;
  /** Who sent it, as limits count clients. */
  client: string;
  hour: Date;
}

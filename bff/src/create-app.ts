import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '@ve/domain/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import { AppModule } from './app.module.ts';
import { type Config, servesDocs } from './config.ts';
import { DocsService } from './docs/docs.service.ts';
import { openApiDocument } from './docs/openapi.ts';
import type { VendorSignature } from './http/audience.ts';
import { AudienceGuard } from './http/audience.guard.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import type { RouteTable } from './http/route-table.ts';
import { createServer } from './http/server.ts';
import type { Database } from './platform/database.ts';
import type { Metrics } from './platform/metrics.ts';
import { NestLogger } from './platform/nest-logger.ts';
import { serveReleases } from './web/static-files.ts';

export interface App {
  /** Accepts requests; answers the address it does so at. */
  listen(): Promise<string>;
  /** Takes no new requests, ends event streams, lets running requests finish; cuts off those that take too long. */
  close(): Promise<void>;
  routes: RouteTable;
}

export interface AppParts {
  config: Config;
  logger: Logger;
  database: Database;
  metrics: Metrics;
  clock: Clock;
  /** Features besides our own, for tests of what every feature is under. */
  more?: readonly Type[];
}

/** Leaves two of the ten seconds to what is closed after the requests. */
const longestDrainMs = 8_000;

/**
 * The whole BFF, ready to listen. The database stays the caller's to close.
 * @throws Error when a route says nothing of who may call it, or of how a vendor signs
 */
export async function createApp({ config, logger, database, metrics, clock, more = [] }: AppParts): Promise<App> {
  const { adapter, instance, routes } = await createServer(config, logger, metrics);
  await serveReleases(instance, config.STORE_DIR);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ config, logger, database, metrics, clock }, more),
    adapter,
    // Vendors sign the very bytes that they send. What is kept of a body is bounded by its route's limit.
    { logger: new NestLogger(logger), abortOnError: false, rawBody: true },
  );
  const signature = (of: Type<VendorSignature>): VendorSignature => app.get(of, { strict: false });
  app.useGlobalGuards(new AudienceGuard({ config, database, clock, signature }));
  app.useGlobalFilters(new ProblemFilter(logger, routes));
  try {
    await app.init();
    routes.requireAudiences();
    for (const each of routes.signatures()) signature(each);
  } catch (error) {
    await app.close();
    throw error;
  }
  if (servesDocs(config)) app.get(DocsService).publish(openApiDocument(app, config));
  return {
    listen: async () => {
      await app.listen(config.PORT, config.HOST);
      return app.getUrl();
    },
    close: async () => {
      const cut = setTimeout(() => {
        logger.warn('requests that did not finish were cut off');
        instance.server.closeAllConnections();
      }, longestDrainMs);
      // A connection whose request ends only now would be kept for the next one, which never comes.
      const idle = setInterval(() => instance.server.closeIdleConnections(), 100);
      await app.close().finally(() => {
        clearTimeout(cut);
        clearInterval(idle);
      });
    },
    routes,
  };
}

import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@ve/server-kit/log/logger';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { DocsService } from './docs/docs.service.ts';
import { openApiDocument } from './docs/openapi.ts';
import type { RouteTable } from './http/allowed-methods.ts';
import { ContractPipe } from './http/contract.pipe.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { createServer } from './http/server.ts';
import type { Database } from './platform/database.ts';
import type { Metrics } from './platform/metrics.ts';
import { NestLogger } from './platform/nest-logger.ts';
import type { Clock } from './platform/tokens.ts';
import { serveReleases } from './web/static-files.ts';

export interface App {
  /** Accepts requests; answers the address it does so at. */
  listen(): Promise<string>;
  /** Takes no new requests, ends event streams, lets running requests finish. */
  close(): Promise<void>;
  routes: RouteTable;
}

export interface AppParts {
  config: Config;
  logger: Logger;
  database: Database;
  metrics: Metrics;
  clock: Clock;
}

/** The whole BFF, ready to listen. The database stays the caller's to close. */
export async function createApp({ config, logger, database, metrics, clock }: AppParts): Promise<App> {
  const { adapter, instance, routes } = await createServer(config, logger, metrics);
  await serveReleases(instance, config.STORE_DIR);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ config, logger, database, metrics, clock }),
    adapter,
    { logger: new NestLogger(logger), abortOnError: false },
  );
  app.useGlobalPipes(new ContractPipe());
  app.useGlobalFilters(new ProblemFilter(logger, routes));
  await app.init();
  app.get(DocsService).publish(openApiDocument(app));
  return {
    listen: async () => {
      await app.listen(config.PORT, config.HOST);
      return app.getUrl();
    },
    close: () => app.close(),
    routes,
  };
}

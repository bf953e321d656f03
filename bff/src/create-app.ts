import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import { QueueBoard } from './operations/admin-operations/queue-board.ts';
import { AppModule } from './app.module.ts';
import { type BffConfig, areApiDocsServed } from './config.ts';
import { DocsService } from './docs/docs.service.ts';
import { openApiDocument } from './docs/openapi.ts';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { refusalOfLiveMode } from '@ve/app/membership/payments/live-mode';
import { companyIdentity, type CompanyIdentity } from '@ve/domain/membership/company-identity';
import { StartRefusedError } from '@ve/server-kit/process/start-refused-error';
import { HealthController } from './health/health.controller.ts';
import type { VendorSignatureVerifier } from './http/audience.ts';
import { createCallerResolver } from './callers.ts';
import { AudienceGuard } from './http/audience.guard.ts';
import { limitBodyBuffer } from './http/body-buffer.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import type { RouteTable } from './http/route-table.ts';
import { createHttpServer } from './http/server.ts';
import type { BffDatabase } from './platform/database.ts';
import type { BffMetrics } from './platform/metrics.ts';
import { NestLogger } from './platform/nest-logger.ts';
import { requireLiveApiCallsServed } from './releases/live/require-live-api-calls-served.ts';
import { ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { PreviewGuard } from './releases/previews/preview-guard.ts';
import { PreviewLinks } from './releases/previews/preview-links.ts';
import { ReleaseFiles } from './releases/web/release-files.ts';
import { serveReleaseFiles } from './releases/web/static-files.ts';

export interface BffApplication {
  /** Starts listening; returns the URL. */
  listen(): Promise<string>;
  /**
   * Answers requests as before, except that `/readyz` says no and each response ends its connection: a proxy sends the
   * next requests elsewhere.
   */
  drain(): void;
  /** Accepts no new requests, ends event streams, lets running requests finish; aborts those that take too long. */
  close(): Promise<void>;
  routes: RouteTable;
}

export interface BffApplicationDeps {
  config: BffConfig;
  logger: Logger;
  database: BffDatabase;
  metrics: BffMetrics;
  clock: Clock;
  /** Who is named before real money is taken; by default as the pages have it. */
  company?: CompanyIdentity | null;
  /** Additional feature modules, for tests of rules that apply to every feature. */
  more?: readonly Type[];
}

/** Leaves two of the ten seconds for shutting down everything else. */
const maxDrainMs = 8_000;

/**
 * Creates the whole BFF, ready to listen. The caller closes the database.
 * @throws Error when a route has no audience, a vendor's signature has no provider, the live releases do not support
 * it, or it must not take real money
 */
export async function createBffApplication({
  config,
  logger,
  database,
  metrics,
  clock,
  company = companyIdentity,
  more = [],
}: BffApplicationDeps): Promise<BffApplication> {
  const { adapter, instance, routes } = await createHttpServer(config, logger, metrics);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ config, logger, database, metrics, clock }, more),
    adapter,
    // Vendors sign the raw bytes of the body, whose size the route limits.
    { logger: new NestLogger(logger), abortOnError: false, rawBody: true },
  );
  new PreviewGuard({ links: app.get(PreviewLinks, { strict: false }), database, clock }).protect(instance);
  const signature = (of: Type<VendorSignatureVerifier>): VendorSignatureVerifier => app.get(of, { strict: false });
  const guard = new AudienceGuard({ callers: createCallerResolver(config), database, clock, signature });
  guard.protect(instance);
  const logOnce = createLogLimiter(clock);
  limitBodyBuffer(instance, {
    maxBytes: config.BODY_BUFFER_MB * 1_048_576,
    onHeld: (caller, bytes) => metrics.heldBodyBytes.set({ caller }, bytes),
    onRefused: (caller) => {
      const suppressed = logOnce(caller);
      if (suppressed === null) return;
      logger.error({ event: 'body_buffer_full', caller, suppressed }, 'Bodies were refused: too many are in memory.');
    },
  });
  app.useGlobalGuards(guard);
  app.useGlobalFilters(new ProblemFilter(logger, routes));
  try {
    // The queue board's routes are not Nest routes: the same guard admits requests to them.
    await app.get(QueueBoard, { strict: false }).serve(instance, async (request, reply) => {
      await guard.admit(request, reply);
    });
    await app.init();
    // After Nest has set its error handler, which a route captures when it is registered.
    await serveReleaseFiles(instance, app.get(ReleaseFiles, { strict: false }), config.STORE_DIR);
    routes.requireAudiences();
    for (const each of routes.signatures()) signature(each);
    const served = app.get(ServedApiCalls, { strict: false });
    served.serve(routes.endpoints());
    await requireLiveApiCallsServed(database.em(), served, logger);
    const payments = app.get(PaymentProviderClient, { strict: false }).port;
    const refusal = await refusalOfLiveMode({ payments, logger, company }, config);
    if (refusal !== null) throw new StartRefusedError(refusal);
  } catch (error) {
    await app.close();
    throw error;
  }
  if (areApiDocsServed(config)) app.get(DocsService).publish(() => openApiDocument(app, config));
  return {
    listen: async () => {
      await app.listen(config.PORT, config.HOST);
      return app.getUrl();
    },
    drain: () => {
      instance.server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false;
      });
      app.get(HealthController, { strict: false }).drain();
    },
    close: async () => {
      const cut = setTimeout(() => {
        logger.warn(
          { event: 'unfinished_requests_aborted' },
          'Requests that had not finished at shutdown were aborted.',
        );
        instance.server.closeAllConnections();
      }, maxDrainMs);
      // Otherwise a connection whose request ends during shutdown would be kept alive.
      const idle = setInterval(() => instance.server.closeIdleConnections(), 100);
      await app.close().finally(() => {
        clearTimeout(cut);
        clearInterval(idle);
      });
    },
    routes,
  };
}

import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import { type FastifyHttpOptions, type FastifyInstance, LogController, type RawServerDefault } from 'fastify';
import type { BffConfig } from '../config.ts';
import type { BffMetrics } from '../platform/metrics.ts';
import { logAccess, requestIdOf } from './access-log.ts';
import { RouteTable } from './route-table.ts';
import { createClientErrorHandler } from './client-error.ts';
import { clientLimitKey } from './client-limit-key.ts';
import { applyBodyLimits } from './body-limits.ts';
import { limitRequestBodyDuration, maxRequestBodyDurationMs } from './body-timeout.ts';
import { connectionEndReasons, limitConnections } from './connection-limits.ts';
import { findCrossOriginProblem } from './cross-origin.ts';
import { toProblemError } from './to-problem-error.ts';
import { traceRequests } from './trace-requests.ts';
import { closeOnUnreadBody } from './unread-body.ts';
import { acceptUploads } from './uploads.ts';
import { createHostCheck } from './host-check.ts';
import { createPreviewHosts, removeCredentials } from './preview-host.ts';
import { sendProblemResponse } from './problem.filter.ts';
import { applyResponseHeaders, securityHeaders } from './security-headers.ts';

const kilobyte = 1_024;

/**
 * Creates the HTTP server with its limits on the time, size, rate and origin of requests, and the headers of every
 * response.
 */
export async function createHttpServer(
  config: BffConfig,
  logger: Logger,
  metrics: BffMetrics,
): Promise<{ adapter: FastifyAdapter; instance: FastifyInstance; routes: RouteTable }> {
  const headers = securityHeaders({
    strictTransport: config.NODE_ENV === 'production' && config.PUBLIC_ORIGIN.startsWith('https:'),
  });
  const options: FastifyHttpOptions<RawServerDefault> & { skipMiddie: true; multipart: false } = {
    loggerInstance: logger.child(
      { event: 'framework_warning' },
      { level: logger.level === 'silent' ? 'silent' : 'warn' },
    ),
    logController: new LogController({ disableRequestLogging: true }),
    // We log requests ourselves; a logger per request would only cost time.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    // Fastify has no timeout by default: a client that sends a byte at a time would hold its connection. Most bodies
    // have far less time (`limitRequestBodyDuration`).
    requestTimeout: maxRequestBodyDurationMs,
    bodyLimit: 16 * kilobyte,
    http: { headersTimeout: 3_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * kilobyte },
    routerOptions: { maxParamLength: 100 },
    // No feature uses Connect middleware; matching it would cost every request.
    skipMiddie: true,
    multipart: false,
    clientErrorHandler: createClientErrorHandler(headers),
    // URLs that the router itself rejects never reach a hook.
    frameworkErrors: (error, request, reply) => {
      applyResponseHeaders(headers, request, reply);
      sendProblemResponse(toProblemError(error), request, reply);
    },
  };
  const adapter = new FastifyAdapter(options);
  const instance: FastifyInstance = adapter.getInstance();
  // From 0, so that the first one is an increase, as for every counter of an alert.
  for (const why of connectionEndReasons) metrics.connectionsEnded.inc({ why }, 0);
  const connections = limitConnections(
    instance.server,
    {
      inAll: config.MAX_CONNECTIONS,
      perAddress: config.TRUST_PROXY === undefined ? config.MAX_CONNECTIONS_PER_ADDRESS : null,
      stallMs: config.WRITE_STALL_SECONDS * 1_000,
      waitingBytes: config.WRITE_BUFFER_MB * 1_024 * kilobyte,
    },
    (why) => metrics.connectionsEnded.inc({ why }),
  );
  closeOnUnreadBody(instance.server);
  const routes = new RouteTable();
  routes.watch(instance);
  instance.addHook('onRoute', (route) => {
    applyBodyLimits(route);
    const { limitShare } = route.config ?? {};
    if (limitShare === undefined) return;
    route.config = {
      ...route.config,
      rateLimit: { max: config.RATE_LIMIT_PER_MINUTE * limitShare, timeWindow: 60_000 },
    };
  });
  limitRequestBodyDuration(instance);
  instance.decorateRequest('context', null);
  instance.decorateRequest('preview', null);
  const hostProblem = createHostCheck(config);
  const previewRequest = createPreviewHosts(config);
  instance.addHook('onRequest', (request, reply, done) => {
    if (connections.isRefused(request.raw.socket)) return void reply.hijack();
    applyResponseHeaders(headers, request, reply);
    request.preview = previewRequest(request);
    if (request.preview !== null) {
      removeCredentials(request);
      // Whether it may be answered is decided by `PreviewGuard`.
      void reply.header('x-robots-tag', 'noindex, nofollow');
      return void done();
    }
    done(hostProblem(request) ?? findCrossOriginProblem(request, config.PUBLIC_ORIGIN) ?? undefined);
  });
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) traceRequests(instance);
  // No route accepts text, few accept forms or tar archives, most accept JSON.
  instance.removeContentTypeParser('text/plain');
  // Mail programs may send the one-click form as multipart; it is only searched for one value.
  instance.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  acceptUploads(instance);
  logAccess(instance, logger, metrics);
  await instance.register(cookie);
  await instance.register(rateLimit, {
    global: false,
    cache: 10_000,
    // No rate limit headers on responses within the limit.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    keyGenerator: (request) => clientLimitKey(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new ProblemError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
  });
  return { adapter, instance, routes };
}

/** The number of trusted proxies, or their addresses, for Fastify's `trustProxy`. */
const trustedProxies = (
  proxies: BffConfig['TRUST_PROXY'],
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? false);

import { type Logger, hashNetworkAddress } from '@ve/server-kit/log/logger';
import type { FastifyInstance } from 'fastify';
import type { BffMetrics } from '../platform/metrics.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/;

/** The correlation id of a request in logs and jobs: the caller's own if well-formed, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Probes and static files, which would flood the log. */
const routine = new Set(['/remotes/*', '/healthz', '/readyz', '/metrics', '/favicon.svg', '/robots.txt']);
const isRoutine = (route: string, status: number): boolean => status < 400 && routine.has(route);

/**
 * Writes one log line and one metric per response. Logs the route's pattern instead of the URL, which may contain a
 * registration.
 */
export function logAccess(instance: FastifyInstance, logger: Logger, metrics: BffMetrics): void {
  instance.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.requests.observe({ method, route, status }, elapsedTime / 1_000);
    const level = isRoutine(route, status) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return done();
    const client = hashNetworkAddress(request.ip);
    logger[level](
      { event: 'request_completed', requestId: request.id, method, route, status, ms: Math.round(elapsedTime), client },
      'A request was answered.',
    );
    done();
  });
}

import {
  context,
  type Context as TraceContext,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { startSpan, traceIdOfTraceparent } from '@ve/contracts/trace-context';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a span of every request, the first of a trace of our own: the id decides whether a trace is recorded, so that a
 * client that chose it could have every request recorded. The trace of the caller's `traceparent` is its attribute
 * `caller.trace_id`. Named by the route's pattern, never by the URL, which may contain a registration.
 */
export function traceRequests(instance: FastifyInstance): void {
  const contexts = new WeakMap<object, TraceContext>();
  instance.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    const given = request.headers['traceparent'];
    const callerTraceId = typeof given === 'string' ? traceIdOfTraceparent(given) : null;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      ...(callerTraceId !== null && { 'caller.trace_id': callerTraceId }),
    };
    const span = startSpan({ name: `${method} ${route}`, kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    // Most are not recorded, and need no listener.
    if (span.isRecording()) {
      reply.raw.once('close', () => {
        span.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    }
    const own = trace.setSpan(ROOT_CONTEXT, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // The events of a body come in the context of its socket.
  instance.addHook('preHandler', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done);
  });
}

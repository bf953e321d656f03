import { context, type Context as TraceContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { contextOfTraceparent, startSpan } from '@ve/contracts/trace-context';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a span of every request, which continues the trace of the caller's `traceparent`. Named by the route's pattern,
 * never by the URL, which may contain a registration.
 */
export function traceRequests(instance: FastifyInstance): void {
  const contexts = new WeakMap<object, TraceContext>();
  instance.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)');
    const given = request.headers['traceparent'];
    const parent = contextOfTraceparent(typeof given === 'string' ? given : null);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = startSpan({ name: `${method} ${route}`, kind: SpanKind.SERVER, attributes }, parent);
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    const own = trace.setSpan(parent, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // The events of a body come in the context of its socket.
  instance.addHook('preHandler', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done);
  });
}

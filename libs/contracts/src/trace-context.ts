import {
  type Attributes,
  context,
  type Context,
  defaultTextMapGetter,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** A W3C traceparent, https://www.w3.org/TR/trace-context: it names the span that caused something. */
export const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const tracerName = 'vehicle-enquiry';

/** The traceparent of the running span, to be stored with what it causes; null where nothing is traced. */
export const activeTraceparent = (): string | null => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? null;
};

/** The id of the trace that a traceparent names, 32 hexadecimal digits; null when it is unreadable. */
export const traceIdOfTraceparent = (traceparent: string): string | null =>
  traceparentPattern.test(traceparent) ? traceparent.slice(3, 35) : null;

/** The context of the span that a traceparent names; without one, or with an unreadable one, that of a new trace. */
export const contextOfTraceparent = (traceparent: string | null): Context =>
  traceparent === null || !traceparentPattern.test(traceparent)
    ? ROOT_CONTEXT
    : propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

export interface SpanDescription {
  /** Of a bounded number: names of jobs and vendors, patterns of routes. */
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
}

/** Starts a span that the caller ends. */
export const startSpan = ({ name, kind, attributes = {} }: SpanDescription, parent: Context): Span =>
  trace.getTracer(tracerName).startSpan(name, { kind, attributes }, parent);

/** Runs `act` in a span, of the running span unless another context is given. An error of `act` is the span's. */
export const runInSpan = async <T>(
  description: SpanDescription,
  act: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> => {
  const span = startSpan(description, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => act(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pTimeout from 'p-timeout';

export interface Tracing {
  /** Sends what is recorded and stops; takes at most a second, which processes leave it. */
  close(): Promise<void>;
}

/** Registers a tracer that records a share of the traces that begin here, and sends batches by OTLP. */
export function startOtlpTracing({
  service,
  endpoint,
  share,
}: {
  service: string;
  endpoint: string;
  share: number;
}): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // Parents in other processes are our own alone: no caller from outside begins or continues a trace.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    close: async () => {
      await pTimeout(
        provider.shutdown().catch(() => undefined),
        { milliseconds: 1_000, message: false },
      );
    },
  };
}

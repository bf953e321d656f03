import type { Tracing } from './otlp-tracing.ts';

export interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Starts to trace this process; null without an endpoint, and then OpenTelemetry's SDK is not even loaded. To be called
 * before anything that is to be traced.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing({ service, endpoint, share });
}

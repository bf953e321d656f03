import { readMetricsResponse } from './metrics-server.ts';
import { type PlainHttpServer, type PlainResponse, startPlainHttpServer } from './plain-http-server.ts';
import { checkReadiness, type ReadinessCheck } from './readiness-result.ts';

export interface HealthServerOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Checks that must pass for `/readyz` to respond with 200. */
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** The text of `/metrics` in Prometheus' format; omitted where a listener of its own serves it. */
  metrics?: () => Promise<string>;
  /** Development pages by path; null for an unknown path. Omitted in production. */
  pages?: (path: string) => Promise<HealthServerPage | null>;
}

export interface HealthServerPage {
  type: string;
  body: string;
}

/** Pages are static: no script, frame or request is allowed. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export interface HealthServer extends PlainHttpServer {
  /** Makes `/readyz` respond with 503, so that no new traffic is sent here. */
  drain(): void;
}

/**
 * A small HTTP server for processes without one: `/healthz` (liveness), `/readyz` (readiness), `/metrics`, and
 * development pages. It listens on the private network, so `/metrics` is not restricted further.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let draining = false;
  const respond = async (path: string): Promise<PlainResponse> => {
    if (path === '/healthz') return { status: 200, type: 'application/json', body: '{"status":"ok"}' };
    if (path === '/readyz') {
      const readiness = await checkReadiness(options.checks);
      const ready = readiness.ready && !draining;
      return { status: ready ? 200 : 503, type: 'application/json', body: JSON.stringify({ ...readiness, ready }) };
    }
    if (path === '/metrics' && options.metrics) return readMetricsResponse(options.metrics);
    const page = await options.pages?.(path);
    if (page) return { status: 200, ...page, policy: pagePolicy };
    return { status: 404, type: 'application/json', body: '{"status":"not-found"}' };
  };
  const server = await startPlainHttpServer({ host: options.host, port: options.port, respond });
  return {
    ...server,
    drain: () => {
      draining = true;
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkReadiness, type ReadinessCheck } from './readiness-result.ts';

export interface HealthServerOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Checks that must pass for `/readyz` to respond with 200. */
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** The text of `/metrics` in Prometheus' format. */
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

export interface HealthServer {
  url: string;
  /** Makes `/readyz` respond with 503, so that no new traffic is sent here. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * A small HTTP server for processes without one: `/healthz` (liveness), `/readyz` (readiness), `/metrics`, and
 * development pages. It listens on the private network, so `/metrics` is not restricted further.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let draining = false;
  const answer = async (path: string): Promise<HealthServerPage & { status: number; policy?: string }> => {
    if (path === '/healthz') return { status: 200, type: 'application/json', body: '{"status":"ok"}' };
    if (path === '/readyz') {
      const readiness = await checkReadiness(options.checks);
      const ready = readiness.ready && !draining;
      return { status: ready ? 200 : 503, type: 'application/json', body: JSON.stringify({ ...readiness, ready }) };
    }
    if (path === '/metrics' && options.metrics) {
      return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: await options.metrics() };
    }
    const page = await options.pages?.(path);
    if (page) return { status: 200, ...page, policy: pagePolicy };
    return { status: 404, type: 'application/json', body: '{"status":"not-found"}' };
  };
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 3_000 }, (request, response) => {
    request.resume();
    answer((request.url ?? '/').split('?')[0] ?? '/').then(
      ({ status, type, body, policy }) => {
        response.writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...(policy === undefined ? {} : { 'content-security-policy': policy }),
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      () => response.writeHead(503, { 'cache-control': 'no-store' }).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    drain: () => {
      draining = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

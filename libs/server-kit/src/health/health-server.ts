import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkReadiness, type ReadinessCheck } from './readiness.ts';

export interface HealthServerOptions {
  host: string;
  /** 0 asks the system for a free port. */
  port: number;
  /** What must hold for `/readyz` to answer 200. */
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** The text of `/metrics`, in Prometheus' format. */
  metrics?: () => Promise<string>;
  /** Pages for who develops, by their path; null where there is none. Not given in production. */
  pages?: (path: string) => Promise<Page | null>;
}

export interface Page {
  type: string;
  body: string;
}

/** What a page may do: show itself. Nothing is run, framed or fetched. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

export interface HealthServer {
  url: string;
  /** From here on `/readyz` answers 503: nothing new should be sent here. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * The small HTTP server of a process that has no other: `/healthz` (the process lives), `/readyz` (it can work),
 * `/metrics`, and pages for who develops. It listens on an address of the private network, so `/metrics` is open to whoever reaches it.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let draining = false;
  const answer = async (path: string): Promise<Page & { status: number; policy?: string }> => {
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

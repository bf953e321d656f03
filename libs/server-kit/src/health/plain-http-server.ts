import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainResponse {
  status: number;
  type: string;
  body: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
}

export interface PlainHttpServerOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The response to a path, without its query; one that rejects becomes 503 without a body. */
  respond: (path: string) => Promise<PlainResponse>;
}

export interface PlainHttpServer {
  url: string;
  close(): Promise<void>;
}

/** A small HTTP server for operators: it reads no body, forbids caching and gives no reason for a failure. */
export async function startPlainHttpServer({ host, port, respond }: PlainHttpServerOptions): Promise<PlainHttpServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 3_000 }, (request, response) => {
    request.resume();
    respond((request.url ?? '/').split('?')[0] ?? '/').then(
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
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

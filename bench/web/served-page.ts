import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** One page and its files, served as the BFF serves them: brotli, immutable files, strict policy, nonce. */
export interface ServedPage {
  /** The folder from which `/remotes/…` is served. */
  files: string;
  /** The address of the page: `/blog/1`. */
  path: string;
  /** Returns the page for the nonce of a response. */
  page: (nonce: string) => string;
}

export interface RunningPageServer {
  url: string;
  close: () => Promise<void>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
  ].join('; ');

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

function answer({ files, path: own, page }: ServedPage, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/api/session') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"user":null}');
    return;
  }
  if (path === own) {
    const nonce = randomBytes(16).toString('base64');
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-security-policy': policy(nonce),
    };
    response.writeHead(200, headers).end(brotliCompressSync(page(nonce), quick));
    return;
  }
  const type = types[extname(path)];
  const file = join(files, path.replace(/^\/remotes\//, ''));
  if (!path.startsWith('/remotes/') || path.includes('..') || type === undefined || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const brotli = existsSync(`${file}.br`);
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      ...(brotli ? { 'content-encoding': 'br' } : {}),
    })
    .end(readFileSync(brotli ? `${file}.br` : file));
}

/** Serves the site on a free port of this machine. */
export async function servePage(site: ServedPage): Promise<RunningPageServer> {
  const server = createServer((request, response) => {
    answer(site, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}${site.path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

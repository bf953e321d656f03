import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { ProviderLimits } from './provider-limits.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

/** A complete response; `json` is undefined when its body is not JSON. */
export interface HttpResponse {
  status: number;
  retryAfterMs: number | null;
  json: unknown;
}

/** The outcome of one request. No error text is kept: it may contain the URL, and thus the registration or a key. */
export type HttpExchangeOutcome =
  | { answered: true; answer: HttpResponse }
  /** `sent`: false only if no connection was made, so that the vendor cannot have received the request. */
  | { answered: false; failure: 'timeout' | 'connection' | 'unreadable' | 'cancelled'; sent: boolean };

/** No connection was made: name look-up, socket or TLS failed. */
export class NotConnectedError extends Error {}

/**
 * Creates the connections to one provider, with its timeouts; the socket of a response larger than `maxResponseBytes`
 * is destroyed. `fresh`: a new connection for each request, since one that the provider closes while idle looks like a
 * request lost in transit. `lookup` replaces the default name look-up.
 */
export function createHttpAgent(
  limits: ProviderLimits,
  { fresh = false, lookup }: { fresh?: boolean; lookup?: LookupFunction } = {},
): Agent {
  const connect = buildConnector({
    timeout: limits.connectTimeoutMs,
    allowH2: false,
    ...(lookup === undefined ? {} : { lookup }),
  });
  return new Agent({
    connect: (options, callback) => {
      connect(options, (error, socket) => {
        if (error) callback(new NotConnectedError('No connection was made', { cause: error }), null);
        else callback(null, socket);
      });
    },
    ...(fresh ? { pipelining: 0 } : {}),
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.bodyTimeoutMs,
    maxResponseSize: limits.maxResponseBytes,
    connections: limits.concurrency,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 60_000,
    // The size limit is enforced by the HTTP/1.1 parser.
    allowH2: false,
  });
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

/** The kind of failure, by its undici or system error code. */
export function httpFailureKindOf(error: unknown): 'timeout' | 'connection' | 'unreadable' {
  if (error instanceof NotConnectedError) return httpFailureKindOf(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (timeouts.has(code)) return 'timeout';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW' || code.startsWith('HPE_')) {
    return 'unreadable';
  }
  return 'connection';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Sends one request and reads the whole response. Never throws. */
export async function sendHttpRequest(
  agent: Agent,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpExchangeOutcome> {
  const { method, url, headers, body = null } = request;
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body,
      signal,
    });
    const text = await response.body.text();
    return {
      answered: true,
      answer: {
        status: response.statusCode,
        retryAfterMs: parseRetryAfter(response.headers['retry-after'], response.headers.date),
        json: parseJson(text),
      },
    };
  } catch (error) {
    const failure = signal.aborted ? 'cancelled' : httpFailureKindOf(error);
    return { answered: false, failure, sent: !(error instanceof NotConnectedError) };
  }
}

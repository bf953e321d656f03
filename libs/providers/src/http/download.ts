import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { type HttpExchangeOutcome, httpFailureKindOf, type HttpRequest, NotConnectedError } from './http-exchange.ts';
import { parseRetryAfter } from './retry-after.ts';

/** Thrown by the reader of a body that is not in the documented format. */
export class UnreadableBodyError extends Error {}

/** The outcome of one download; `content` is null for any status but 200, whose body is then not read. */
export type FileDownloadOutcome<T> =
  | { answered: true; status: number; retryAfterMs: number | null; etag: string | null; content: T | null }
  | Extract<HttpExchangeOutcome, { answered: false }>;

/**
 * Sends one GET request and streams the body of a 200 to the reader. Never throws because of the vendor; an
 * `UnreadableBodyError` of the reader and a body that is too large are `unreadable`.
 */
export async function downloadFile<T>(
  agent: Agent,
  {
    request: { url, headers },
    read,
    signal,
  }: { request: Pick<HttpRequest, 'url' | 'headers'>; read: (body: Readable) => Promise<T>; signal: AbortSignal },
): Promise<FileDownloadOutcome<T>> {
  try {
    const {
      statusCode: status,
      headers: answered,
      body,
    } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      signal,
    });
    const content = status === 200 ? await read(body) : null;
    if (content === null) await body.dump();
    const { etag } = answered;
    return {
      answered: true,
      status,
      retryAfterMs: parseRetryAfter(answered['retry-after'], answered.date),
      etag: typeof etag === 'string' && etag.length <= 200 ? etag : null,
      content,
    };
  } catch (error) {
    if (signal.aborted) return { answered: false, failure: 'cancelled', sent: true };
    if (error instanceof UnreadableBodyError) return { answered: false, failure: 'unreadable', sent: true };
    return { answered: false, failure: httpFailureKindOf(error), sent: !(error instanceof NotConnectedError) };
  }
}

import type { ErrorCode } from '@ve/contracts/errors';
import { ownCall } from '@ve/contracts/own-call';
import { codeOfStatus, statusErrors } from '@ve/contracts/status-errors';
import { readProblem, type Schema } from './answer-guards.tsx';

/** `network`: no answer came. `unreadable-answer`: an answer came that is not in the form the contract promises. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable-answer';

export interface FieldFault {
  path: string;
  message: string;
}

interface ApiErrorParts {
  code: ApiErrorCode;
  title: string;
  /** HTTP status; 0 when no answer came. */
  status: number;
  fields?: readonly FieldFault[];
  /** What to quote to support. */
  requestId?: string | null;
}

/** Any answer but the promised one. `title` is fit to be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly title: string;
  readonly status: number;
  readonly fields: readonly FieldFault[];
  readonly requestId: string | null;

  constructor(parts: ApiErrorParts, options?: ErrorOptions) {
    super(`${parts.code}: ${parts.title}`, options);
    this.code = parts.code;
    this.title = parts.title;
    this.status = parts.status;
    this.fields = parts.fields ?? [];
    this.requestId = parts.requestId ?? null;
  }
}

export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path on our own origin, query included: `/api/session`. */
  path: `/api/${string}`;
  body?: unknown;
  /** The contract of the answer's body; an answer without a body is parsed as `undefined`. */
  schema: Schema<T>;
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer, in milliseconds. */
  timeoutMs?: number;
}

const networkTitle = 'We could not reach the service. Check your connection and try again.';
const unreadableTitle = 'The service sent an answer that we could not read. Try again in a minute.';

async function failure(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const problem = readProblem(await response.json().catch(() => null));
  if (problem !== null) {
    const { code, title, fields = [] } = problem;
    return new ApiError({ code, title, status, fields, requestId: problem.requestId ?? requestId });
  }
  // No problem document: a proxy's page, say.
  const code = codeOfStatus(status);
  return new ApiError({ code, title: statusErrors[code].title, status, requestId });
}

/**
 * Asks our own service and answers the parsed body.
 * @throws ApiError for every failure; the signal's own reason when the caller aborted.
 */
export async function apiRequest<T>(request: ApiRequest<T>): Promise<T> {
  const { method, path, body, schema, signal, timeoutMs = 30_000 } = request;
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort();
  }, timeoutMs);
  const abort = () => {
    ended.abort();
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      redirect: 'error',
      signal: ended.signal,
      headers: {
        accept: 'application/json, application/problem+json',
        ...(method === 'GET' ? {} : ownCall),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await failure(response);
    const text = await response.text();
    const parsed = schema.safeParse(text === '' ? undefined : readJson(text));
    if (parsed.success) return parsed.data;
    throw new ApiError(
      {
        code: 'unreadable-answer',
        title: unreadableTitle,
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      },
      { cause: parsed.error },
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw new ApiError({ code: 'network', title: networkTitle, status: 0 }, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The JSON of the text, or a value that no contract accepts. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Symbol('not JSON');
  }
}

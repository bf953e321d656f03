import {
  type AnswerStatus,
  type BodyInput,
  type Operation,
  type ParamsInput,
  buildEndpointPath,
  type QueryInput,
} from '@ve/contracts/endpoint';
import type { ErrorCode } from '@ve/contracts/errors';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { breakGlassHeader } from '@ve/contracts/local-admin';
import { errorCodeOfStatus, genericStatusErrors } from '@ve/contracts/status-errors';
import { hasBreakGlassFlag } from './local-admin.tsx';
import { randomHex } from './random-hex.tsx';
import { parseProblemDocument, type SafeParseSchema } from './response-guards.tsx';

/** `network`: there was no response. `unreadable-answer`: the response does not match the contract. */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable-answer';

export interface ApiFieldError {
  path: string;
  message: string;
}

interface ApiErrorParts {
  code: ApiErrorCode;
  title: string;
  /** HTTP status; 0 without a response. */
  status: number;
  fields?: readonly ApiFieldError[];
  /** The reference to quote to support. */
  requestId?: string | null;
}

/** Any failure of a call. `title` can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly title: string;
  readonly status: number;
  readonly fields: readonly ApiFieldError[];
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

/** An endpoint that a page can call: its value in `contracts/http`, or its `Guarded` replacement. */
export type Callable = Operation & {
  readonly answers: { readonly [Status in AnswerStatus]?: SafeParseSchema<unknown> | undefined };
  /** A stream is followed (`follow-task.tsx`), not called. */
  readonly events?: never;
};

/** Required if the endpoint has it, forbidden otherwise. */
type Part<Name extends string, T> = undefined extends T ? { [N in Name]?: T } : { [N in Name]: T };

export type CallInput<E extends Callable> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>> & {
    signal?: AbortSignal | undefined;
    /** Timeout in milliseconds. */
    timeoutMs?: number;
  };

/** The result of a call: the parsed body of the response, or `undefined` if it has none. */
export type CallResponse<E extends Callable> = {
  [Status in keyof E['answers']]: E['answers'][Status] extends SafeParseSchema<infer T> ? T : undefined;
}[keyof E['answers']];

type CallArguments<E extends Callable> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** The trace of this document's calls. The next document has another; it is not stored. */
const traceId = randomHex(16);

const networkTitle = 'We couldn’t reach the service. Check your connection and try again.';
const unreadableTitle = 'We couldn’t read the answer. Try again in a minute.';

async function failure(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const problem = parseProblemDocument(await response.json().catch(() => null));
  if (problem !== null) {
    const { code, title, fields = [] } = problem;
    return new ApiError({ code, title, status, fields, requestId: problem.requestId ?? requestId });
  }
  // Not a problem document: for example the page of a proxy.
  const code = errorCodeOfStatus(status);
  return new ApiError({ code, title: genericStatusErrors[code].title, status, requestId });
}

/** The defined values, converted to text. */
const texts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The URL of a call: the path with its parameters filled in, and the query. */
export function operationUrl(operation: Operation, { params, query }: { params?: unknown; query?: unknown }): string {
  const search = new URLSearchParams(texts(query)).toString();
  return buildEndpointPath(operation, texts(params)) + (search === '' ? '' : `?${search}`);
}

/** Parses the body of a response with this status. @throws for a status that the endpoint does not declare */
function readAnswer({ answers }: Callable, status: number, text: string): unknown {
  if (!Object.hasOwn(answers, status)) throw new TypeError(`${String(status)} is no answer of the endpoint`);
  const schema = answers[status as AnswerStatus];
  if (schema === undefined) {
    if (text !== '') throw new TypeError('a body where there is none');
    return undefined;
  }
  const parsed = schema.safeParse(JSON.parse(text));
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

/**
 * Calls an endpoint of our own service and returns the parsed body.
 * @throws ApiError for every failure; the signal's own reason when the caller aborted.
 */
export function callApi<const E extends Callable>(endpoint: E, ...input: CallArguments<E>): Promise<CallResponse<E>>;
export async function callApi(endpoint: Callable, input: CallInput<Callable> = {}): Promise<unknown> {
  const { method } = endpoint;
  const { body, signal, timeoutMs = 30_000 } = input;
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
    const response = await fetch(operationUrl(endpoint, input), {
      method,
      credentials: 'same-origin',
      redirect: 'error',
      signal: ended.signal,
      headers: {
        accept: 'application/json, application/problem+json',
        // Not sampled: the service alone decides what is recorded.
        traceparent: `00-${traceId}-${randomHex(8)}-00`,
        ...(method === 'GET' ? {} : firstPartyHeaders),
        // Requests the rights of this browser's break-glass session, for which the service then checks.
        ...(hasBreakGlassFlag() ? { [breakGlassHeader]: 'true' } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await failure(response);
    const text = await response.text();
    try {
      return readAnswer(endpoint, response.status, text);
    } catch (cause) {
      const requestId = response.headers.get('x-request-id');
      throw new ApiError(
        { code: 'unreadable-answer', title: unreadableTitle, status: response.status, requestId },
        { cause },
      );
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw new ApiError({ code: 'network', title: networkTitle, status: 0 }, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodMiniType;

/** The success statuses of our endpoints. */
export type AnswerStatus = 200 | 201 | 202 | 204;

/**
 * One operation of the API, defined once: the BFF derives route, validation and documentation from it, the client its
 * types. It holds schemas only; the documentation texts are in the BFF.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameter names: `/api/vehicle-fetches/:id`. */
  readonly path: `/api/${string}`;
  /** The path parameters. Values that do not match the schema are answered 404. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The request body is a stream of this media type, which the handler reads; there is no schema of it. */
  readonly upload?: 'application/x-tar';
  /** Response bodies by status; `undefined`: no body. */
  readonly answers: { readonly [Status in AnswerStatus]?: Schema | undefined };
  /** The response is a stream of server-sent events; the data of each `message` is as in `answers`. */
  readonly events?: true;
  /** The response body is of this media type (`text/calendar`, `image/*`), not JSON. */
  readonly media?: `text/${string}` | `image/${string}` | 'application/pdf' | 'application/octet-stream';
  /**
   * Problems specific to this operation. Problems that any call can have (rate limits, cross-origin refusal, outages) are
   * not repeated.
   */
  readonly problems: readonly ErrorCode[];
}

/** Defines an operation with its literal type. */
export const defineEndpoint = <const E extends Endpoint>(value: E): E => value;

export type Operation = Pick<Endpoint, 'method' | 'path' | 'params' | 'query' | 'body'>;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** The request body before parsing; `undefined` when there is none. */
export type BodyInput<E extends Operation> = Input<E['body']>;
/** The request body after parsing, as passed to the handler. */
export type ParsedRequestBody<E extends Endpoint> = Output<E['body']>;
export type QueryInput<E extends Operation> = Input<E['query']>;
export type ParsedRequestQuery<E extends Endpoint> = Output<E['query']>;
export type ParamsInput<E extends Operation> = Input<E['params']>;
export type ParsedPathParams<E extends Endpoint> = Output<E['params']>;

/** All success bodies of the operation; `undefined` for none. */
export type EndpointAnswerBody<E extends Endpoint> = {
  [Status in keyof E['answers']]: Output<E['answers'][Status]>;
}[keyof E['answers']];

/** The path of an operation with its parameters filled in: `/api/vehicle-fetches/5d0c…`. */
export const buildEndpointPath = (
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>> = {},
): `/api/${string}` =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) as `/api/${string}`;

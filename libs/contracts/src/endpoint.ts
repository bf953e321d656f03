import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodMiniType;

/** The statuses that an endpoint of ours answers when all is well. */
export type AnswerStatus = 200 | 202 | 204;

/**
 * One operation of the API, said once: the BFF makes route, checks and documentation from it, the client its types.
 * Schemas alone stand here; the words of the documentation are the BFF's.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the names of its parameters: `/api/vehicle-fetches/:id`. */
  readonly path: `/api/${string}`;
  /** The parameters of the path. Values that do not fit name nothing: they are answered 404. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** What comes back by status; `undefined`: an answer without a body. */
  readonly answers: { readonly [Status in AnswerStatus]?: Schema | undefined };
  /** The answer is a stream of server-sent events, each `message` of which holds what `answers` says. */
  readonly events?: true;
  /** The failures of this operation alone. What any call may meet (limits, another site, an outage) is not repeated. */
  readonly problems: readonly ErrorCode[];
}

/** Names an operation, keeping everything that its value says in its type. */
export const endpoint = <const E extends Endpoint>(value: E): E => value;

/** How an operation is called, whatever it answers. */
export type Operation = Pick<Endpoint, 'method' | 'path' | 'params' | 'query' | 'body'>;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller may send as body, before it is parsed; `undefined` where there is none. */
export type BodyInput<E extends Operation> = Input<E['body']>;
/** What a handler is given of it. */
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type QueryInput<E extends Operation> = Input<E['query']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type ParamsInput<E extends Operation> = Input<E['params']>;
export type ParamsOf<E extends Endpoint> = Output<E['params']>;

/** Every body that the operation answers when all is well; `undefined` stands for none. */
export type AnswerOf<E extends Endpoint> = {
  [Status in keyof E['answers']]: Output<E['answers'][Status]>;
}[keyof E['answers']];

/** The path of an operation with its parameters filled in: `/api/vehicle-fetches/5d0c…`. */
export const pathOf = (
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>> = {},
): `/api/${string}` =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) as `/api/${string}`;

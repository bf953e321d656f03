import type { AnswerStatus, Endpoint } from '@ve/contracts/endpoint';
import type { ErrorCode, Problem } from '@ve/contracts/errors';
import type { readSessionEndpoint, Session } from '@ve/contracts/http/identity/session';
import type { Role } from '@ve/contracts/roles';

/*
 * The contract's schemas for the two responses that every page reads, written by hand: a schema library would add seven
 * kilobytes to the first page. A test compares them with the schemas.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The interface that schemas of the contract and these guards share. */
export interface SafeParseSchema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false; error: unknown };
}

/** Only method and path of an endpoint, for sending without a schema. */
export type EndpointMethodAndPath<E extends Endpoint> = Pick<E, 'method' | 'path'>;

/**
 * Replaces an endpoint on the first page: the same path, and guards instead of its schemas. Only for endpoints without
 * input, because input is not parsed before it is sent.
 */
export type EndpointWithResponseGuards<
  E extends Endpoint & { params?: undefined; query?: undefined; body?: undefined },
> = EndpointMethodAndPath<E> & {
  readonly answers: {
    readonly [Status in keyof E['answers'] & AnswerStatus]: E['answers'][Status] extends SafeParseSchema<infer T>
      ? SafeParseSchema<T>
      : undefined;
  };
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const roles: readonly unknown[] = ['user', 'moderator', 'admin'] satisfies Role[];

const isRoles = (value: unknown): value is Role[] =>
  Array.isArray(value) && value.every((role) => roles.includes(role));

function readUser(value: unknown): Session['user'] | undefined {
  if (value === null) return null;
  if (!isFields(value)) return undefined;
  const { id, email, roles: held } = value;
  if (typeof id !== 'string' || !uuid.test(id) || typeof email !== 'string' || !isRoles(held)) return undefined;
  return { id, email, roles: held };
}

const isStaff = (value: unknown): value is Session['staff'] =>
  value === undefined || value === 'role' || value === 'local';

const sessionGuard: SafeParseSchema<Session> = {
  safeParse: (value) => {
    const { user: given, staff } = isFields(value) ? value : {};
    const user = readUser(given);
    return user === undefined || !isStaff(staff)
      ? { success: false, error: new TypeError('not a session') }
      : { success: true, data: staff === undefined ? { user } : { user, staff } };
  },
};

/** `readSessionEndpoint` of `contracts/http/identity/session`. */
export const readSessionWithResponseGuards: EndpointWithResponseGuards<typeof readSessionEndpoint> = {
  method: 'GET',
  path: '/api/session',
  answers: { 200: sessionGuard },
};

const isFieldProblem = (value: unknown): value is { path: string; message: string } =>
  isFields(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

/** A newer service may send codes that this page does not know, so any well-formed code is kept. */
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && /^[a-z][a-z-]{0,60}$/.test(value);

type ReadProblem = Pick<Problem, 'code' | 'title' | 'fields' | 'requestId'>;

/** The used parts of a problem document (`contracts/errors`), or null if the body is not one. */
export function parseProblemDocument(value: unknown): ReadProblem | null {
  if (!isFields(value)) return null;
  const { type, code, title, status, detail, fields, requestId } = value;
  const whole =
    typeof type === 'string' &&
    isCode(code) &&
    typeof title === 'string' &&
    Number.isSafeInteger(status) &&
    isOptionalText(detail) &&
    isOptionalText(requestId) &&
    (fields === undefined || (Array.isArray(fields) && fields.every(isFieldProblem)));
  if (!whole) return null;
  // The detail of a rate limit is for the user: how long to wait.
  return { code, title: status === 429 && detail ? `${title} ${detail}` : title, fields, requestId };
}

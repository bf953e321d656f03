import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { Endpoint } from '@ve/contracts/endpoint';
import { type FieldProblemCodes, fieldProblems } from '@ve/contracts/field-problems';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type * as z from 'zod/mini';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';

/** Parses a value by its contract. @throws ProblemError that names each invalid field, never its value */
export function parseWithSchema<S extends $ZodType>(schema: S, value: unknown): z.output<S> {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields = issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, 100),
    message: messageOf(issue),
  }));
  const [first] = fields;
  const own = fields.every(({ path }) => path === first?.path) ? problemsAt(schema, issues[0]?.path ?? []) : undefined;
  if (!own) throw new ProblemError('request-invalid', { fields });
  const missing = issues.some(({ code }) => code === 'invalid_type' || code === 'too_small');
  throw new ProblemError(missing ? own.missing : own.wrong, { fields });
}

/** Parses one parameter by a schema, on a route that is not an endpoint. */
export class ParameterSchemaPipe implements PipeTransform {
  readonly #schema: $ZodType;

  constructor(schema: $ZodType) {
    this.#schema = schema;
  }

  transform(value: unknown): unknown {
    return parseWithSchema(this.#schema, value);
  }
}

/** Parses body, query and path parameters by an endpoint. Invalid path parameters are 404. */
export class EndpointRequestPipe implements PipeTransform {
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    const { params, query, body } = this.#endpoint;
    if (type === 'query' && query) return parseWithSchema(query, value);
    if (type === 'body' && body) return parseWithSchema(body, value);
    if (type !== 'param' || !params) return value;
    const result = safeParse(params, value);
    if (!result.success) throw new ProblemError('not-found');
    return result.data;
  }
}

const isZod = (schema: unknown): schema is $ZodType =>
  typeof schema === 'object' && schema !== null && '_zod' in schema;

/** The problem codes of the field at a path, if any. */
function problemsAt(schema: $ZodType, path: readonly PropertyKey[]): FieldProblemCodes | undefined {
  let at = withoutWrapping(schema);
  for (const key of path) {
    const shape: unknown = isZod(at) && 'shape' in at._zod.def ? at._zod.def.shape : undefined;
    at = withoutWrapping(typeof shape === 'object' && shape !== null ? Reflect.get(shape, key) : undefined);
  }
  return isZod(at) ? fieldProblems.get(at as never) : undefined;
}

/** Unwraps optional, nullable and default schemas. */
const withoutWrapping = (schema: unknown): unknown =>
  isZod(schema) && 'innerType' in schema._zod.def ? withoutWrapping(schema._zod.def.innerType) : schema;

const messageOf = (issue: $ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be a ${issue.expected}`;
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `Must be at most ${String(issue.maximum)} long`;
    case 'too_small':
      return `Must be at least ${String(issue.minimum)} long`;
    default:
      return 'Is not in the form this service expects';
  }
};

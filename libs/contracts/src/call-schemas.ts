import {
  type JsonSchema,
  maxSteps,
  type SchemaDifference,
  schemaDifferences,
  type SharedSchemas,
  type Steps,
} from '@ve/domain/releases/schema-differences';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** A call as one side knows it: what a page sends and reads, or what the service reads and sends. */
export interface CallSchemas {
  params?: JsonSchema;
  query?: JsonSchema;
  body?: JsonSchema;
  /** By status; null: without a body. */
  answers: Readonly<Record<string, JsonSchema | null>>;
}

/** `calls` of `release.json`: by `METHOD /path`, and under `$defs` the schemas that several of them share. */
export type PackedCalls = Record<string, unknown>;

/** The key of an operation: `GET /api/session`. */
export const callKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Said once for all, by this file. */
const dialect = new Set(['$schema', '~standard']);

const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema =>
  Object.fromEntries(Object.entries(z.toJSONSchema(schema, { io })).filter(([key]) => !dialect.has(key)));

function schemasOf({ params, query, body, answers }: Endpoint, read: 'input' | 'output'): CallSchemas {
  return {
    ...(params ? { params: jsonSchemaOf(params, 'input') } : {}),
    ...(query ? { query: jsonSchemaOf(query, 'input') } : {}),
    ...(body ? { body: jsonSchemaOf(body, 'input') } : {}),
    answers: Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [status, schema ? jsonSchemaOf(schema, read) : null]),
    ),
  };
}

/** The call of a page that was built with this endpoint. */
export const pageCall = (endpoint: Endpoint): CallSchemas => schemasOf(endpoint, 'input');

/** The call that a service with this endpoint serves. */
export const servedCall = (endpoint: Endpoint): CallSchemas => schemasOf(endpoint, 'output');

/** The calls of a service with these endpoints, by their keys; each is made when it is first asked for. */
export function servedBy(endpoints: readonly Endpoint[]): (key: string) => CallSchemas | undefined {
  const served = new Map(endpoints.map((endpoint) => [callKey(endpoint), endpoint]));
  const made = new Map<string, CallSchemas>();
  return (key) => {
    const endpoint = served.get(key);
    if (endpoint === undefined) return undefined;
    const schemas = made.get(key) ?? servedCall(endpoint);
    made.set(key, schemas);
    return schemas;
  };
}

/** Below this a reference saves nothing worth reading. */
const minSharedLength = 60;

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a schema holds schemas: by name (`properties`), in a list (`anyOf`), or one (`items`). */
const named = new Set(['properties']);
const listed = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** The schema with each schema in it mapped. */
function mapSchemas(schema: JsonSchema, map: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (named.has(key) && isObject(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each as JsonSchema)]))];
      }
      if (listed.has(key) && Array.isArray(value)) return [key, value.map((each) => map(each as JsonSchema))];
      if (single.has(key) && isObject(value)) return [key, map(value)];
      return [key, value];
    }),
  );
}

const mapCall = (
  { params, query, body, answers }: CallSchemas,
  map: (schema: JsonSchema) => JsonSchema,
): CallSchemas => ({
  ...(params ? { params: map(params) } : {}),
  ...(query ? { query: map(query) } : {}),
  ...(body ? { body: map(body) } : {}),
  answers: Object.fromEntries(Object.entries(answers).map(([status, schema]) => [status, schema && map(schema)])),
});

/** The calls for `release.json`: what occurs more than once stands under `$defs`. The same calls give the same text. */
export function packCalls(calls: Readonly<Record<string, CallSchemas>>): PackedCalls {
  const counts = new Map<string, number>();
  const count = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    // What is in a schema that was seen before is shared with it.
    return times === 1 ? mapSchemas(schema, count) : schema;
  };
  const keys = Object.keys(calls).sort();
  for (const key of keys) mapCall(calls[key] as CallSchemas, count);

  const names = new Map<string, string>();
  const shared: Record<string, JsonSchema> = {};
  const pack = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    if (text.length < minSharedLength || (counts.get(text) ?? 0) < 2) return mapSchemas(schema, pack);
    let name = names.get(text);
    if (name === undefined) {
      name = String(names.size);
      names.set(text, name);
      shared[name] = mapSchemas(schema, pack);
    }
    return { $ref: name };
  };
  const packed = keys.map((key): [string, unknown] => [key, mapCall(calls[key] as CallSchemas, pack)]);
  return { ...Object.fromEntries(packed), ...(names.size > 0 ? { $defs: shared } : {}) };
}

const schemaShape = z.record(z.string(), z.unknown());
const sharedShape = z.record(z.string(), schemaShape);
const callShape = z.object({
  params: z.optional(schemaShape),
  query: z.optional(schemaShape),
  body: z.optional(schemaShape),
  answers: z.record(z.string(), z.nullable(schemaShape)),
});

const asList = (differences: readonly SchemaDifference[], what: string): string[] =>
  differences.map(({ at, why }) => `${at === '' ? what : `${what}, ${at}`} ${why}`);

interface Sides {
  page: CallSchemas;
  shared: SharedSchemas;
  served: CallSchemas;
  steps: Steps;
}

/** What the page sends and the service cannot read. */
function* requestDifferences({ page, shared, served, steps }: Sides): Generator<string> {
  for (const part of ['params', 'query', 'body'] as const) {
    const read = served[part];
    if (read === undefined) continue;
    const sent = page[part] ?? (part === 'body' ? null : { type: 'object', properties: {} });
    if (sent === null) yield 'its page sends no body, and one is required';
    else {
      const differences = schemaDifferences({ schema: sent, shared }, { schema: read }, { steps });
      yield* asList(differences, `what its page sends (${part})`);
    }
  }
}

/** What the service answers and the page cannot read. */
function* answerDifferences({ page, shared, served, steps }: Sides, staff: boolean): Generator<string> {
  for (const [status, sent] of Object.entries(served.answers)) {
    const what = `answer ${status}`;
    const read = page.answers[status];
    if (read === undefined) yield `${what} is new, and its page does not know it`;
    else if (sent === null || read === null) {
      if (sent !== read) yield sent === null ? `${what} no longer has a body` : `${what} has a body now`;
    } else {
      const options = { addedValues: staff, steps };
      yield* asList(schemaDifferences({ schema: sent }, { schema: read, shared }, options), what);
    }
  }
}

/** Staff load their pages again after a release, so their answers may get new words (ADR 13). */
const isStaffEndpoint = (key: string): boolean => / \/api\/admin\//.test(key);

/**
 * What pages built with these calls could no longer do with a service that serves `served`, each as
 * `GET /api/session: answer 200, user.id may be missing, and is required`. Empty where they can do all of it. Calls that
 * take too long to compare are a difference.
 */
export function callDifferences(calls: PackedCalls, served: (key: string) => CallSchemas | undefined): string[] {
  const { $defs = {}, ...packed } = calls;
  const shared = sharedShape.safeParse($defs);
  if (!shared.success) return ['its calls cannot be read'];
  const steps: Steps = { left: maxSteps };
  const differences: string[] = [];
  for (const [key, value] of Object.entries(packed)) {
    for (const words of differencesOf(key, value, served(key), { shared: shared.data, steps })) {
      differences.push(`${key}: ${words}`);
    }
    if (steps.left < 0) return [...differences, 'its calls are too large to compare'];
  }
  return differences;
}

/** The differences of one call. */
function* differencesOf(
  key: string,
  value: unknown,
  served: CallSchemas | undefined,
  common: Pick<Sides, 'shared' | 'steps'>,
): Generator<string> {
  const page = callShape.safeParse(value);
  if (!page.success) yield 'cannot be read';
  else if (served === undefined) yield 'is not served';
  else {
    const { params, query, body, answers } = page.data;
    const call = { ...(params && { params }), ...(query && { query }), ...(body && { body }), answers };
    const sides: Sides = { page: call, served, ...common };
    yield* requestDifferences(sides);
    yield* answerDifferences(sides, isStaffEndpoint(key));
  }
}

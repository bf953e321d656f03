import {
  type JsonSchema,
  maxSchemaComparisonSteps,
  type SchemaDifference,
  schemaDifferences,
  type SharedSchemas,
  type SchemaComparisonBudget,
} from '@ve/domain/releases/schema-differences';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** The schemas of one call: what a page sends and reads, or what the service reads and sends. */
export interface ApiCallSchemas {
  params?: JsonSchema;
  query?: JsonSchema;
  body?: JsonSchema;
  /** Response bodies by status; null: no body. */
  answers: Readonly<Record<string, JsonSchema | null>>;
}

/** The field `calls` of `release.json`: by `METHOD /path`, with the schemas that several calls share under `$defs`. */
export type PackedApiCallSchemas = Record<string, unknown>;

/** The key of an operation: `GET /api/session`. */
export const operationKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** Keywords that are the same in every schema and therefore left out. */
const dialect = new Set(['$schema', '~standard']);

const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema =>
  Object.fromEntries(Object.entries(z.toJSONSchema(schema, { io })).filter(([key]) => !dialect.has(key)));

function schemasOf({ params, query, body, answers }: Endpoint, read: 'input' | 'output'): ApiCallSchemas {
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
export const apiCallSchemasOfPage = (endpoint: Endpoint): ApiCallSchemas => schemasOf(endpoint, 'input');

/** The call that a service with this endpoint serves. */
export const apiCallSchemasOfService = (endpoint: Endpoint): ApiCallSchemas => schemasOf(endpoint, 'output');

/** Looks up the calls of a service with these endpoints by key; each is built on first use. */
export function createServedCallLookup(endpoints: readonly Endpoint[]): (key: string) => ApiCallSchemas | undefined {
  const served = new Map(endpoints.map((endpoint) => [operationKey(endpoint), endpoint]));
  const made = new Map<string, ApiCallSchemas>();
  return (key) => {
    const endpoint = served.get(key);
    if (endpoint === undefined) return undefined;
    const schemas = made.get(key) ?? apiCallSchemasOfService(endpoint);
    made.set(key, schemas);
    return schemas;
  };
}

/** Shorter schemas are not shared: a reference would save nothing. */
const minSharedLength = 60;

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value holds schemas: by name (`properties`), in a list (`anyOf`), or a single one (`items`). */
const named = new Set(['properties']);
const listed = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** Applies `map` to each direct subschema. */
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
  { params, query, body, answers }: ApiCallSchemas,
  map: (schema: JsonSchema) => JsonSchema,
): ApiCallSchemas => ({
  ...(params ? { params: map(params) } : {}),
  ...(query ? { query: map(query) } : {}),
  ...(body ? { body: map(body) } : {}),
  answers: Object.fromEntries(Object.entries(answers).map(([status, schema]) => [status, schema && map(schema)])),
});

/**
 * Packs calls for `release.json`: schemas that occur more than once are moved to `$defs`. The output is deterministic.
 */
export function packApiCallSchemas(calls: Readonly<Record<string, ApiCallSchemas>>): PackedApiCallSchemas {
  const counts = new Map<string, number>();
  const count = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    // The subschemas of a schema that was seen before are shared along with it.
    return times === 1 ? mapSchemas(schema, count) : schema;
  };
  const keys = Object.keys(calls).sort();
  for (const key of keys) mapCall(calls[key] as ApiCallSchemas, count);

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
  const packed = keys.map((key): [string, unknown] => [key, mapCall(calls[key] as ApiCallSchemas, pack)]);
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
  page: ApiCallSchemas;
  shared: SharedSchemas;
  served: ApiCallSchemas;
  steps: SchemaComparisonBudget;
}

/** Yields what the page sends and the service cannot read. */
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

/** Yields what the service returns and the page cannot read. */
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

/** Staff reload their pages after a release, so their responses may get new enum values (ADR 13). */
const isStaffEndpoint = (key: string): boolean => / \/api\/admin\//.test(key);

/**
 * Lists what pages built with these calls could no longer do with a service that serves `served`, each as `GET
 * /api/session: answer 200, user.id may be missing, and is required`. Empty if they are compatible. Calls that take too
 * long to compare count as a difference.
 */
export function findApiCallDifferences(
  calls: PackedApiCallSchemas,
  served: (key: string) => ApiCallSchemas | undefined,
): string[] {
  const { $defs = {}, ...packed } = calls;
  const shared = sharedShape.safeParse($defs);
  if (!shared.success) return ['its calls cannot be read'];
  const steps: SchemaComparisonBudget = { left: maxSchemaComparisonSteps };
  const differences: string[] = [];
  for (const [key, value] of Object.entries(packed)) {
    for (const difference of differencesOf({
      key,
      value,
      served: served(key),
      common: { shared: shared.data, steps },
    })) {
      differences.push(`${key}: ${difference}`);
    }
    if (steps.left < 0) return [...differences, 'its calls are too large to compare'];
  }
  return differences;
}

function* differencesOf({
  key,
  value,
  served,
  common,
}: {
  key: string;
  value: unknown;
  served: ApiCallSchemas | undefined;
  common: Pick<Sides, 'shared' | 'steps'>;
}): Generator<string> {
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

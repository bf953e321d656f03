import { readFileSync } from 'node:fs';
import type { StripeApiObject, Json, JsonObject } from './json.types.ts';

/**
 * A type of the SDK, as src/testing/stripe-shapes reads it: the name of a simple type, an enumeration, a list, a page
 * of one, an object by the name of its definition, another kind of Stripe object, or one of several of these.
 */
export type StripeShapeNode =
  | 'string'
  | 'number'
  | 'boolean'
  | 'map'
  | 'null'
  | 'empty'
  | 'any'
  | { enum: string[] }
  | { list: StripeShapeNode }
  | { page: StripeShapeNode }
  | { is: string }
  | { resource: string }
  | { oneOf: StripeShapeNode[] };

export interface StripeShapeDefinition {
  required: string[];
  fields: Record<string, StripeShapeNode>;
}

export interface StripeObjectShapes {
  roots: Record<string, string>;
  definitions: Record<string, StripeShapeDefinition>;
}

// The relative path is the same from src and from dist.
const read = (name: string): StripeObjectShapes =>
  JSON.parse(readFileSync(new URL(`../../shapes/${name}.json`, import.meta.url), 'utf8')) as StripeObjectShapes;

/** The parameters of each operation, generated from the types of the SDK. */
export const stripeParameterShapes = read('stripe-parameters');

/** The fields of each kind of object, generated from the types of the SDK. */
export const stripeObjectShapes = read('stripe-objects');

export const alternativesOfStripeShape = (node: StripeShapeNode): StripeShapeNode[] =>
  typeof node === 'object' && 'oneOf' in node ? node.oneOf : [node];

interface Field {
  name: string;
  options: StripeShapeNode[];
  required: boolean;
  /** Whether a missing value becomes null. */
  nullable: boolean;
}

/** The fields of each definition, prepared because every response and event needs them. */
const fieldsByDefinition = new Map(
  Object.entries(stripeObjectShapes.definitions).map(([name, { fields, required }]) => [
    name,
    Object.entries(fields).map(([field, node]): Field => {
      const options = alternativesOfStripeShape(node);
      return { name: field, options, required: required.includes(field), nullable: options.includes('null') };
    }),
  ]),
);

function fillValue(options: readonly StripeShapeNode[], value: Json, at: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const option of options) {
    if (typeof option === 'string') continue;
    if (Array.isArray(value)) {
      if (!('list' in option)) continue;
      const inner = alternativesOfStripeShape(option.list);
      return value.map((item, index) => fillValue(inner, item, `${at}[${index}]`));
    }
    if ('is' in option) return fillObject(option.is, value, at);
    if ('page' in option && Array.isArray(value['data'])) {
      const inner = alternativesOfStripeShape(option.page);
      return { ...value, data: value['data'].map((item, index) => fillValue(inner, item, `${at}[${index}]`)) };
    }
    if ('resource' in option && option.resource === value['object']) {
      const root = stripeObjectShapes.roots[option.resource];
      if (root !== undefined) return fillObject(root, value, at);
    }
  }
  return value;
}

function fillObject(definition: string, value: JsonObject, at: string): JsonObject {
  const filled: JsonObject = {};
  let known = 0;
  for (const { name, options, required, nullable } of fieldsByDefinition.get(definition) ?? []) {
    const field = value[name];
    if (name in value) known += 1;
    if (field !== undefined) filled[name] = fillValue(options, field, `${at}.${name}`);
    else if (required) {
      if (!nullable) throw new Error(`${at}.${name} has no value`);
      filled[name] = null;
    }
  }
  const names = Object.keys(value);
  if (names.length === known) return filled;
  const undocumented = names.find((name) => !(name in (stripeObjectShapes.definitions[definition]?.fields ?? {})));
  throw new Error(`${at}.${undocumented} is not documented`);
}

/**
 * Completes an object with all fields of its kind: missing ones are null. @throws when a field that cannot be null is
 * missing, or one is unknown to the SDK
 */
export function fillMissingStripeFields(kind: string, value: JsonObject): StripeApiObject {
  const root = stripeObjectShapes.roots[kind];
  if (root === undefined) throw new Error(`There is no kind ${kind}`);
  return { object: kind, ...fillObject(root, { object: kind, ...value }, kind) };
}

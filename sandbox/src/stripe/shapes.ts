import { readFileSync } from 'node:fs';
import { isObject, type ApiObject, type Json, type JsonObject } from './json.types.ts';

/**
 * A type of the SDK, as src/testing/stripe-shapes reads it: the name of a simple type, an enumeration, a list, a page of
 * one, an object by the name of its definition, another kind of Stripe object, or one of several of these.
 */
export type Node =
  | 'string'
  | 'number'
  | 'boolean'
  | 'map'
  | 'null'
  | 'empty'
  | 'any'
  | { enum: string[] }
  | { list: Node }
  | { page: Node }
  | { is: string }
  | { resource: string }
  | { oneOf: Node[] };

export interface Definition {
  required: string[];
  fields: Record<string, Node>;
}

export interface Shapes {
  roots: Record<string, string>;
  definitions: Record<string, Definition>;
}

// The same relative path from src and from dist.
const read = (name: string): Shapes =>
  JSON.parse(readFileSync(new URL(`../../shapes/${name}.json`, import.meta.url), 'utf8')) as Shapes;

/** The parameters of each operation, generated from the types of the SDK. */
export const parameterShapes = read('stripe-parameters');

/** The fields of each kind of object, generated from the types of the SDK. */
export const objectShapes = read('stripe-objects');

/** The alternatives of a type. */
export const alternatives = (node: Node): Node[] => (typeof node === 'object' && 'oneOf' in node ? node.oneOf : [node]);

function definitionOf(name: string | undefined): Definition {
  const definition = name === undefined ? undefined : objectShapes.definitions[name];
  if (!definition) throw new Error(`There is no shape ${name}`);
  return definition;
}

function fillValue(node: Node, value: Json, at: string): Json {
  for (const option of alternatives(node)) {
    if (typeof option === 'string') continue;
    if (Array.isArray(value)) {
      if ('list' in option) return value.map((item, index) => fillValue(option.list, item, `${at}[${index}]`));
      continue;
    }
    if (!isObject(value)) continue;
    if ('is' in option) return fillObject(definitionOf(option.is), value, at);
    if ('page' in option && Array.isArray(value['data'])) {
      return { ...value, data: value['data'].map((item, index) => fillValue(option.page, item, `${at}[${index}]`)) };
    }
    if ('resource' in option && option.resource === value['object'] && objectShapes.roots[option.resource]) {
      return fillObject(definitionOf(objectShapes.roots[option.resource]), value, at);
    }
  }
  return value;
}

function fillObject(definition: Definition, value: JsonObject, at: string): JsonObject {
  const filled: JsonObject = {};
  for (const [name, node] of Object.entries(definition.fields)) {
    const given = value[name];
    if (given !== undefined) filled[name] = fillValue(node, given, `${at}.${name}`);
    else if (definition.required.includes(name)) {
      if (!alternatives(node).includes('null')) throw new Error(`${at}.${name} has no value`);
      filled[name] = null;
    }
  }
  const undocumented = Object.keys(value).find((name) => !(name in definition.fields));
  if (undocumented !== undefined) throw new Error(`${at}.${undocumented} is not documented`);
  return filled;
}

/**
 * An object with every field that its kind has: what is not given is null.
 * @throws when a field that cannot be null is not given, or one is given that the SDK does not know
 */
export function fill(kind: string, value: JsonObject): ApiObject {
  return { object: kind, ...fillObject(definitionOf(objectShapes.roots[kind]), { object: kind, ...value }, kind) };
}

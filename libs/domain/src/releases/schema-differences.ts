/** A JSON Schema (2020-12) as our contracts produce it; `$ref` is the name of a shared schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas by the name in `$ref`. */
export type SharedSchemas = Readonly<Record<string, JsonSchema>>;

export interface SchemaWithDefinitions {
  schema: JsonSchema;
  shared?: SharedSchemas;
}

/** A value that may be sent and cannot be read. */
export interface SchemaDifference {
  /** The place in the value: `record.mot[].result`; empty for the whole. */
  at: string;
  /** The reason: `may be missing, and is required`. */
  why: string;
}

/** The budget that comparisons share, in schema entries visited; it is counted down. */
export interface SchemaComparisonBudget {
  left: number;
}

interface Options {
  /** The reader tolerates unknown enum values: the sender may have more. */
  addedValues?: boolean;
  /** Shared by several comparisons; without it, each has its own `maxSchemaComparisonSteps`. */
  steps?: SchemaComparisonBudget;
}

/**
 * All calls of our API together take a third of it, and the full budget takes a fraction of a second. Releases are
 * untrusted input: a few lines may describe a schema that doubles at each level.
 */
export const maxSchemaComparisonSteps = 500_000;
/** Maximum nesting of schemas. */
const maxLevels = 100;

/** Thrown to abort a comparison that exceeds its budget. */
class TooLarge extends Error {}

type Values = readonly (string | number | boolean | null)[];

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isSchema(one) || !isSchema(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

const schemasIn = (value: unknown): JsonSchema[] => (isList(value) ? value.filter(isSchema) : []);
const textsIn = (value: unknown): string[] =>
  isList(value) ? value.filter((text): text is string => typeof text === 'string') : [];
const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isSchema(schema['properties']) ? (schema['properties'] as Readonly<Record<string, JsonSchema>>) : {};

/** Keywords that only describe a value and restrict nothing that is sent. */
const silent = new Set(['$schema', '$defs', '$id', 'default', 'description', 'title', 'examples', 'readOnly', 'id']);

/** Keywords that are compared below; any other has to be equal on both sides. */
const compared = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames'],
  ...['items', 'prefixItems', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);

/** The alternatives of a union; null if the schema is not one. */
function alternativesOf(schema: JsonSchema): JsonSchema[] | null {
  const key = ['anyOf', 'oneOf'].find((each) => isList(schema[each]));
  if (key === undefined) return null;
  const { [key]: alternatives, ...rest } = schema;
  const common = Object.keys(rest).some((each) => !silent.has(each));
  return schemasIn(alternatives).map((each) => (common ? { allOf: [each, rest] } : each));
}

/** The values of an enumeration; null if the schema is not one. */
function valuesOf(schema: JsonSchema): Values | null {
  if ('const' in schema) return [schema['const']] as Values;
  if (isList(schema['enum'])) return schema['enum'] as Values;
  if (schema['type'] === 'boolean') return [false, true];
  return schema['type'] === 'null' ? [null] : null;
}

/** The types that a schema allows; null for any. */
const typesOf = (schema: JsonSchema): string[] | null =>
  typeof schema['type'] === 'string' ? [schema['type']] : isList(schema['type']) ? textsIn(schema['type']) : null;

const kindOf = (value: unknown): string =>
  value === null ? 'null' : isList(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

const isOfType = (kind: string, types: readonly string[]): boolean =>
  types.includes(kind) || (kind === 'integer' && types.includes('number'));

const inside = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

const maxShownLength = 60;

/** A value as short text. */
const shownAs = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value)
    : typeof value === 'object' && value !== null
      ? `an ${kindOf(value)}`
      : String(value);

const quoted = (values: Values): string => {
  const shown = values.slice(0, 3).map(shownAs);
  const rest = values.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
};

/** The number of entries of a schema, including those of its lists and properties, but not of nested schemas. */
const weightOf = (schema: JsonSchema): number =>
  Object.values(schema).reduce<number>(
    (sum, value) => sum + 1 + (isList(value) ? value.length : isSchema(value) ? Object.keys(value).length : 0),
    1,
  );

/** Bounds by keyword, with their message and the test whether the sender's bound is within the reader's. */
const bounds: readonly [key: string, message: string, isWithin: (sent: number, read: number) => boolean][] = [
  ['minLength', 'shorter than', (sent, read) => sent >= read],
  ['maxLength', 'longer than', (sent, read) => sent <= read],
  ['minItems', 'fewer than', (sent, read) => sent >= read],
  ['maxItems', 'more than', (sent, read) => sent <= read],
  ['minimum', 'less than', (sent, read) => sent >= read],
  ['maximum', 'more than', (sent, read) => sent <= read],
  ['exclusiveMinimum', 'as low as', (sent, read) => sent >= read],
  ['exclusiveMaximum', 'as high as', (sent, read) => sent <= read],
];

/** Compares what one side sends with what the other reads. */
class Comparison {
  readonly #sent: SharedSchemas;
  readonly #read: SharedSchemas;
  readonly addedValues: boolean;
  readonly #steps: SchemaComparisonBudget;
  #level = 0;

  constructor(
    sent: SharedSchemas,
    read: SharedSchemas,
    { addedValues = false, steps = { left: maxSchemaComparisonSteps } }: Options,
  ) {
    this.#sent = sent;
    this.#read = read;
    this.addedValues = addedValues;
    this.#steps = steps;
  }

  /** @throws TooLarge */
  compare(sentAs: JsonSchema, readAs: JsonSchema, at: string): SchemaDifference[] {
    const sent = this.#resolve(sentAs, this.#sent);
    const read = this.#resolve(readAs, this.#read);
    this.#spend(weightOf(sent) + weightOf(read));
    if (this.#level >= maxLevels) throw new TooLarge();
    this.#level += 1;
    const differences = this.#compareResolved(sent, read, at);
    this.#level -= 1;
    return differences;
  }

  #spend(steps: number): void {
    this.#steps.left -= steps;
    if (this.#steps.left < 0) throw new TooLarge();
  }

  #compareResolved(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
    if (Object.keys(read).every((key) => silent.has(key))) return [];
    if ('$ref' in read) return [{ at, why: 'has a schema that is not there' }];
    // The sender never sends a value of `not: {}`.
    if (isSame(sent['not'], {})) return [];
    const choices = alternativesOf(sent);
    if (choices !== null) return choices.flatMap((each) => this.compare(each, read, at));
    const accepted = alternativesOf(read);
    if (accepted !== null) return this.#compareWithAny(sent, accepted, at);
    if (isList(read['allOf'])) {
      const { allOf, ...rest } = read;
      return [rest, ...schemasIn(allOf)].flatMap((part) => this.compare(sent, part, at));
    }
    if (isList(sent['allOf'])) return this.#compareAnyPart(sent, read, at);
    return this.#compareValues(sent, read, at);
  }

  /** Resolves a `$ref`; if its target is missing or circular, returns the unresolved `$ref`. */
  #resolve(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
    const seen = new Set<string>();
    let found = schema;
    for (let name = found['$ref']; typeof name === 'string'; name = found['$ref']) {
      const key = name.replace(/^#\/\$defs\//, '');
      // An unknown name gives no information to rely on.
      if (seen.has(key) || !Object.hasOwn(shared, key)) return found;
      this.#spend(1);
      seen.add(key);
      found = shared[key] ?? {};
    }
    return found;
  }

  /** The sender's value has to match one alternative; the messages are those of the closest one. */
  #compareWithAny(sent: JsonSchema, accepted: readonly JsonSchema[], at: string): SchemaDifference[] {
    const values = valuesOf(sent);
    if (values !== null && values.length > 1) {
      return values.flatMap((value) => this.#compareWithAny({ const: value }, accepted, at));
    }
    const found = accepted.map((each) => this.compare(sent, each, at));
    const [nearest = []] = found.toSorted((one, other) => one.length - other.length);
    return nearest.length === 0 ? [] : (this.#sameState(sent, accepted, at) ?? nearest);
  }

  /**
   * For a discriminated union: the differences from the alternative with the same tag, or that the tag is unknown. Null
   * if it is not one.
   */
  #sameState(sent: JsonSchema, accepted: readonly JsonSchema[], at: string): SchemaDifference[] | null {
    const own = propertiesOf(sent);
    for (const [name, schema] of Object.entries(own)) {
      const value = this.#resolve(schema, this.#sent)['const'];
      if (value === undefined) continue;
      const known = accepted.map((each) => {
        const there = propertiesOf(this.#resolve(each, this.#read))[name];
        return there && valuesOf(this.#resolve(there, this.#read));
      });
      if (!known.every((values) => values !== undefined && values !== null)) continue;
      const sameTag = accepted.filter((_, index) => known[index]?.includes(value as string));
      if (sameTag.length === 0) {
        return this.addedValues ? [] : [{ at: inside(at, name), why: `may be ${shownAs(value)}, which is unknown` }];
      }
      const found = sameTag.map((each) => this.compare(sent, each, at));
      return found.toSorted((one, other) => one.length - other.length)[0] ?? null;
    }
    return null;
  }

  /** All parts hold for the sent value, so one matching part is enough. A pattern counts as a part of its own. */
  #compareAnyPart(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
    const { pattern, ...others } = read;
    if (pattern !== undefined && Object.keys(others).length > 0) {
      return [{ pattern }, others].flatMap((part) => this.compare(sent, part, at));
    }
    const { allOf, ...rest } = sent;
    const found = [rest, ...schemasIn(allOf)].map((part) => this.compare(part, read, at));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }

  #compareValues(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
    const given = valuesOf(sent);
    const known = valuesOf(read);
    if (given !== null && known !== null) {
      const unknown = given.filter((value) => !known.includes(value));
      if (unknown.length === 0 || (this.addedValues && unknown.every((value) => typeof value === 'string'))) return [];
      return [{ at, why: `may be ${quoted(unknown)}, which is unknown` }];
    }
    if (known !== null) return [{ at, why: `may be ${textOf(sent)}, and has to be one of ${quoted(known)}` }];
    const types = typesOf(read);
    const kinds = given === null ? typesOf(sent) : given.map(kindOf);
    if (types !== null && !kinds?.every((kind) => isOfType(kind, types))) {
      return [{ at, why: `may be ${textOf(sent)}, and has to be ${types.join(' or ')}` }];
    }
    const others = otherDifferences(sent, read, at);
    if (given !== null) {
      const outside = given.filter((value) => !fitsBounds(value, read));
      if (outside.length > 0) return [{ at, why: `may be ${quoted(outside)}, which does not fit` }];
      return others.filter(({ why }) => !weighed.has(why));
    }
    const mayBe = (kind: string): boolean => kinds?.includes(kind) ?? true;
    return [
      ...boundDifferences(sent, read, at),
      ...others,
      ...(mayBe('array') ? this.#compareItems(sent, read, at) : []),
      ...(mayBe('object') ? this.#compareProperties(sent, read, at) : []),
    ];
  }

  #compareItems(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
    const places = schemasIn(sent['prefixItems']);
    const readPlaces = schemasIn(read['prefixItems']);
    const rest = (schema: JsonSchema): JsonSchema => (isSchema(schema['items']) ? schema['items'] : {});
    const count = Math.max(places.length, readPlaces.length);
    if (read['items'] === false && sent['items'] !== false) return [{ at, why: 'may have further items' }];
    return [
      ...Array.from({ length: count }, (_, index) =>
        this.compare(places[index] ?? rest(sent), readPlaces[index] ?? rest(read), `${at}[${String(index)}]`),
      ).flat(),
      ...(sent['items'] === false ? [] : this.compare(rest(sent), rest(read), `${at}[]`)),
    ];
  }

  /** A sender sends the properties that it declares, and others only if it has a schema for them. */
  #compareProperties(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
    const own = propertiesOf(sent);
    const known = propertiesOf(read);
    const further = isSchema(sent['additionalProperties'])
      ? sent['additionalProperties']
      : sent['additionalProperties'] === true
        ? {}
        : null;
    const tolerated = read['additionalProperties'];
    const always = textsIn(sent['required']);
    const differences: SchemaDifference[] = [];
    for (const name of textsIn(read['required'])) {
      if (!always.includes(name)) differences.push({ at: inside(at, name), why: 'may be missing, and is required' });
    }
    for (const [name, schema] of Object.entries(own)) {
      const there = known[name] ?? (isSchema(tolerated) ? tolerated : null);
      if (there !== null) differences.push(...this.compare(schema, there, inside(at, name)));
      else if (tolerated === false) differences.push({ at: inside(at, name), why: 'may be there, and is refused' });
    }
    if (isSchema(read['propertyNames'])) {
      const names = Object.keys(own).map((name): JsonSchema => ({ const: name }));
      if (further !== null) names.push(isSchema(sent['propertyNames']) ? sent['propertyNames'] : { type: 'string' });
      for (const each of names) differences.push(...this.compare(each, read['propertyNames'], inside(at, '(names)')));
    }
    if (further === null) return differences;
    for (const [name, schema] of Object.entries(known)) {
      if (own[name] === undefined) differences.push(...this.compare(further, schema, inside(at, name)));
    }
    if (tolerated === false) differences.push({ at, why: 'may have further fields, which are refused' });
    if (isSchema(tolerated)) differences.push(...this.compare(further, tolerated, inside(at, '*')));
    return differences;
  }
}

/** Differences that do not apply to values that are known individually. */
const weighed = new Set(['has another format']);

const textOf = (schema: JsonSchema): string => {
  const values = valuesOf(schema);
  return values === null ? (typesOf(schema)?.join(' or ') ?? 'anything') : quoted(values);
};

/**
 * Whether a value is within bounds. A format is ignored, and a pattern is never run: it is untrusted, and may take
 * extremely long on a short value.
 */
function fitsBounds(value: Values[number], read: JsonSchema): boolean {
  const sizes: JsonSchema =
    typeof value === 'string'
      ? { minLength: value.length, maxLength: value.length }
      : typeof value === 'number'
        ? { minimum: value, maximum: value, exclusiveMinimum: value - 1e-9, exclusiveMaximum: value + 1e-9 }
        : {};
  return boundDifferences(sizes, read, '').length === 0;
}

function boundDifferences(sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] {
  return bounds.flatMap(([key, message, isWithin]) => {
    const [bound, own] = [read[key], sent[key]];
    if (typeof bound !== 'number' || (typeof own === 'number' && isWithin(own, bound))) return [];
    // Lengths and numbers of items are never negative.
    if (bound === 0 && (key === 'minLength' || key === 'minItems')) return [];
    return [{ at, why: `may be ${message} ${String(bound)}` }];
  });
}

/** Keywords that cannot be compared by meaning: a pattern, a format, and unknown ones. */
const otherDifferences = (sent: JsonSchema, read: JsonSchema, at: string): SchemaDifference[] =>
  Object.keys(read)
    .filter((key) => !silent.has(key) && !compared.has(key) && !isSame(sent[key], read[key]))
    .map((key) => ({ at, why: `has another ${key}` }));

/**
 * Lists what may be sent by one schema and cannot be read by the other: empty if every value of the sender's schema
 * fits the reader's. In doubt it reports a difference: keywords that it cannot compare (a pattern, a format, an unknown
 * keyword) have to be equal. A comparison that exceeds its steps, or is nested too deeply, is a difference as well.
 */
export function schemaDifferences(
  sent: SchemaWithDefinitions,
  read: SchemaWithDefinitions,
  options: Options = {},
): SchemaDifference[] {
  try {
    return new Comparison(sent.shared ?? {}, read.shared ?? {}, options).compare(sent.schema, read.schema, '');
  } catch (error) {
    if (error instanceof TooLarge) return [{ at: '', why: 'is too large to compare' }];
    throw error;
  }
}

import fc from 'fast-check';
import { type JsonSchema, schemaDifferences } from './schema-differences.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };
const words = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });
const only = (value: string): JsonSchema => ({ type: 'string', const: value });
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const either = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf });

const said = (sent: JsonSchema, read: JsonSchema, options = {}): string[] =>
  schemaDifferences({ schema: sent }, { schema: read }, options).map(({ at, why }) => `${at}: ${why}`);

describe('it can be read', () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ['whatever it is, where anything can', text, {}],
    ['a further field', closed(object({ a: text, b: text })), object({ a: text })],
    ['a further field that may be missing', closed(object({ a: text, b: text }, ['a'])), object({ a: text })],
    ['a field that may be missing in the reader, and is always sent', object({ a: text }), object({ a: text }, [])],
    ['a field that the reader need not have, and is not sent', object({}), object({ a: text }, [])],
    ['fewer words', words('a'), words('a', 'b')],
    ['one of the words', only('a'), words('a', 'b')],
    ['a word as text', words('a', 'b'), text],
    ['a short word', words('ab', 'ac'), { ...text, maxLength: 2 }],
    ['a word of the same pattern', { ...words('ab'), pattern: '^a' }, { ...text, pattern: '^a' }],
    ['a whole number as a number', integer, number],
    ['true where either can be', { const: true }, { type: 'boolean' }],
    ['either as true or false', { type: 'boolean' }, either({ const: true }, { const: false })],
    ['a narrower text', { ...text, minLength: 2, maxLength: 5 }, { ...text, minLength: 1, maxLength: 5 }],
    ['a text of any length, where none is needed', text, { ...text, minLength: 0 }],
    ['a narrower number', { ...integer, minimum: 1, maximum: 3 }, { ...integer, minimum: 0, maximum: 3 }],
    ['a pattern that stayed', { ...text, pattern: '^a' }, { ...text, pattern: '^a' }],
    ['a pattern that is gone', { ...text, pattern: '^a' }, text],
    ['text where null could be', text, either(text, nothing)],
    ['words split over alternatives', words('a', 'b'), either(only('a'), only('b'), nothing)],
    ['a list of narrower items', list(words('a'), { maxItems: 3 }), list(text, { maxItems: 4 })],
    [
      'fewer alternatives',
      object({ s: only('a'), x: text }),
      either(object({ s: only('a') }), object({ s: only('b') })),
    ],
    [
      'all parts of an intersection',
      object({ a: text, b: text }),
      { allOf: [object({ a: text }), object({ b: text })] },
    ],
    [
      'a text with several patterns',
      { ...text, allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
      { ...text, pattern: 'b' },
    ],
    [
      'a record of narrower values',
      { type: 'object', additionalProperties: integer },
      { type: 'object', additionalProperties: number },
    ],
    [
      'an object as a record',
      object({ a: integer }),
      { type: 'object', propertyNames: text, additionalProperties: number },
    ],
    ['what never comes', object({ a: { not: {} } }), object({ a: text })],
  ])('%s', (_what, sent, read) => {
    expect(said(sent, read)).toEqual([]);
  });
});

describe('it cannot be read', () => {
  test.each<[string, JsonSchema, JsonSchema, string[]]>([
    ['a field that is gone', object({}), object({ a: text }), ['a: may be missing, and is required']],
    [
      'a field that may be missing now',
      object({ a: text }, []),
      object({ a: text }),
      ['a: may be missing, and is required'],
    ],
    ['another type', object({ a: text }), object({ a: number }), ['a: may be string, and has to be number']],
    ['a fraction', number, integer, [': may be number, and has to be integer']],
    ['anything where text is needed', {}, text, [': may be anything, and has to be string']],
    ['null', list(either(text, nothing)), list(text), ['[]: may be null, and has to be string']],
    ['a further word', words('a', 'b', 'c'), words('a'), [': may be "b", "c", which is unknown']],
    ['any text for a word', text, words('a', 'b'), [': may be string, and has to be one of "a", "b"']],
    ['a word for a pattern, which is not run', only('ab'), { ...text, pattern: '^a' }, [': has another pattern']],
    [
      'a word for a pattern that would not end',
      only('a'.repeat(40)),
      { pattern: '^(a+)+b$' },
      [': has another pattern'],
    ],
    ['a word for a pattern that is none', only('a'), { pattern: '(' }, [': has another pattern']],
    ['a longer text', { ...text, maxLength: 9 }, { ...text, maxLength: 5 }, [': may be longer than 5']],
    ['a text without bounds', text, { ...text, maxLength: 5 }, [': may be longer than 5']],
    ['a shorter text', text, { ...text, minLength: 1 }, [': may be shorter than 1']],
    ['another pattern', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, [': has another pattern']],
    ['a pattern where there was none', text, { ...text, pattern: '^b' }, [': has another pattern']],
    ['an unknown keyword', text, { ...text, contentEncoding: 'base64' }, [': has another contentEncoding']],
    [
      'a word for an unknown keyword',
      only('a'),
      { ...text, contentEncoding: 'base64' },
      [': has another contentEncoding'],
    ],
    ['more items', list(text), list(text, { maxItems: 2 }), [': may be more than 2']],
    ['other items', list(list(text)), list(list(number)), ['[][]: may be string, and has to be number']],
    [
      'a field that is refused',
      object({ a: text, b: text }),
      closed(object({ a: text })),
      ['b: may be there, and is refused'],
    ],
    [
      'a record where fields are named',
      { type: 'object', additionalProperties: text },
      closed(object({}, [])),
      [': may have further fields, which are refused'],
    ],
    [
      'a record of other values',
      { type: 'object', additionalProperties: text },
      object({ a: number }, []),
      ['a: may be string, and has to be number'],
    ],
    [
      'a name that is unknown',
      object({ b: text }),
      { type: 'object', propertyNames: words('a') },
      ['(names): may be "b", which is unknown'],
    ],
    [
      'a new alternative',
      either(object({ s: only('a') }), object({ s: only('b') })),
      either(object({ s: only('a') }), object({ s: only('c') })),
      ['s: may be "b", which is unknown'],
    ],
    [
      'an alternative that changed',
      object({ s: only('a'), x: text }),
      either(object({ s: only('a'), x: number }), object({ s: only('b') })),
      ['x: may be string, and has to be number'],
    ],
    ['a schema that is not there', text, { $ref: '#/$defs/1' }, [': has a schema that is not there']],
    [
      'what is sent by a schema that is not there',
      { $ref: '#/$defs/1' },
      text,
      [': may be anything, and has to be string'],
    ],
    ['something in place of nothing', text, { not: {} }, [': has another not']],
  ])('%s', (_what, sent, read, differences) => {
    expect(said(sent, read)).toEqual(differences);
  });

  test('by a word that is new, unless the reader copes with those', () => {
    const newWords = { addedValues: true };
    expect(said(object({ a: words('a', 'b') }), object({ a: words('a') }), newWords)).toEqual([]);
    const sent = either(object({ s: only('a') }), object({ s: only('b'), x: text }));
    expect(said(sent, either(object({ s: only('a') }), object({ s: only('c'), y: text })), newWords)).toEqual([]);
    expect(said(object({ a: text }), object({ a: words('a') }), newWords)).toHaveLength(1);
    expect(said(object({}), object({ a: text }), newWords)).toHaveLength(1);
  });
});

test('shared schemas are looked up on their own side', () => {
  const ref = { $ref: '#/$defs/1' };
  const sent = { schema: object({ a: ref }), shared: { 1: text } };
  expect(schemaDifferences(sent, { schema: object({ a: ref }), shared: { 1: text } })).toEqual([]);
  expect(schemaDifferences(sent, { schema: object({ a: ref }), shared: { 1: number } })).toHaveLength(1);
});

describe('a schema of another’s making', () => {
  const to = (name: string): JsonSchema => ({ $ref: name });
  /** 2 to the power of `levels` values, said in as many lines. */
  const doubling = (levels: number, leaf: JsonSchema): Record<string, JsonSchema> => ({
    ...Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `d${String(level)}`,
        either(to(`d${String(level + 1)}`), to(`d${String(level + 1)}`)),
      ]),
    ),
    [`d${String(levels)}`]: leaf,
  });
  const nested = (levels: number, of: (inner: JsonSchema) => JsonSchema): JsonSchema =>
    Array.from({ length: levels }).reduce<JsonSchema>((inner) => of(inner), text);
  const tooLarge = [': is too large to compare'];
  const wide = object(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`p${String(at)}`, text])));

  test.each<[string, JsonSchema, Record<string, JsonSchema>, string[]]>([
    ['doubles and fits', to('d0'), doubling(40, text), tooLarge],
    ['doubles and does not fit', to('d0'), doubling(40, number), tooLarge],
    ['doubles a few times', to('d0'), doubling(5, text), []],
    ['repeats what is wide', either(...Array.from({ length: 3_000 }, () => to('w'))), { w: wide }, tooLarge],
    ['is nested deeply', nested(5_000, (inner) => either(inner)), {}, tooLarge],
    ['leads to itself', to('a'), { a: to('a') }, [': may be anything, and has to be string']],
    ['leads in a circle', to('a'), { a: to('b'), b: to('a') }, [': may be anything, and has to be string']],
    ['holds itself', to('a'), { a: either(to('a'), text) }, tooLarge],
    ['is named as what every object has', to('constructor'), {}, [': may be anything, and has to be string']],
  ])('that %s, sent', (_what, sent, shared, differences) => {
    const found = schemaDifferences({ schema: sent, shared }, { schema: text });
    expect(found.map(({ at, why }) => `${at}: ${why}`)).toEqual(differences);
  });

  test.each<[string, JsonSchema, Record<string, JsonSchema>, string[]]>([
    ['doubles and does not fit', to('d0'), doubling(40, number), tooLarge],
    ['doubles and fits', to('d0'), doubling(40, list(list(text))), tooLarge],
    ['leads in a circle', to('a'), { a: to('b'), b: to('a') }, [': has a schema that is not there']],
    ['holds itself and fits nothing', to('a'), { a: { items: to('a') } }, tooLarge],
    ['is nested deeply', nested(5_000, (inner) => ({ allOf: [inner] })), {}, tooLarge],
  ])('that %s, read', (_what, read, shared, differences) => {
    const found = schemaDifferences({ schema: { type: 'array' } }, { schema: read, shared });
    expect(found.map(({ at, why }) => `${at}: ${why}`)).toEqual(differences);
  });

  test('is said in few words, however long it is', () => {
    const sent = either(only('a'.repeat(100_000)), { const: { b: 'b'.repeat(100_000) } });
    expect(said(sent, words('a'))).toEqual([
      `: may be "${'a'.repeat(60)}…", which is unknown`,
      ': may be an object, which is unknown',
    ]);
  });

  test('takes of the steps of all that are compared with it', () => {
    const steps = { left: 60 };
    const compare = () => schemaDifferences({ schema: text }, { schema: text }, { steps });
    const found = Array.from({ length: 30 }, compare);
    expect(found[0]).toEqual([]);
    expect(found.at(-1)).toEqual([{ at: '', why: 'is too large to compare' }]);
  });
});

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonSchema>(text, number, integer, nothing, { type: 'boolean' }, {}, { ...text, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((values) => words(...values)),
    tie('schema').map((items) => list(items)),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((each) => either(...each)),
    fc
      .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')), fc.subarray(['a', 'b', 'c']))
      .map(([properties, required]) =>
        object(
          properties,
          required.filter((name) => name in properties),
        ),
      ),
  ),
}));

describe('whatever the schema', () => {
  test('what it describes can be read by it', () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(said(one, one)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a field more, or a field that is always there, can be read as before', () => {
    fc.assert(
      fc.property(schema, schema, (one, more) => {
        const before = object({ a: one }, []);
        expect(said(object({ a: one, d: more }, ['d']), before)).toEqual([]);
        expect(said(object({ a: one }), before)).toEqual([]);
      }),
    );
  });
});

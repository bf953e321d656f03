import { schemaDifferences } from '@ve/domain/releases/schema-differences';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  findApiCallDifferences,
  operationKey,
  type ApiCallSchemas,
  packApiCallSchemas,
  apiCallSchemasOfPage,
  createServedCallLookup,
  apiCallSchemasOfService,
} from './call-schemas.ts';
import { type Endpoint, defineEndpoint } from './endpoint.ts';
import { everyEndpoint } from './every-endpoint.ts';

const orderSchema = z.object({
  id: z.uuid(),
  state: z.enum(['open', 'done']),
  total: z.int(),
  note: z.nullable(z.string()),
});
const order = {
  method: 'GET',
  path: '/api/orders/:id',
  params: z.object({ id: z.uuid() }),
  query: z.object({ detail: z.optional(z.enum(['all', 'none'])) }),
  answers: { 200: orderSchema },
  problems: [],
} as const satisfies Endpoint;
const place = {
  method: 'POST',
  path: '/api/orders',
  body: z.object({ item: z.string().check(z.maxLength(20)), count: z._default(z.int(), 1) }),
  answers: { 200: orderSchema, 204: undefined },
  problems: [],
} as const satisfies Endpoint;

const { body: item, ...takingNothing } = place;

/** The differences for a page that was built with the endpoint `before` when the service has `now`. */
const between = (before: Endpoint, now: Endpoint | null): string[] =>
  findApiCallDifferences(packApiCallSchemas({ [operationKey(before)]: apiCallSchemasOfPage(before) }), () =>
    now === null ? undefined : apiCallSchemasOfService(now),
  );

describe('a page still works with a service whose endpoint', () => {
  test.each<[string, Endpoint, Endpoint]>([
    ['is the same', order, order],
    ['answers a field more', order, { ...order, answers: { 200: z.extend(orderSchema, { paid: z.boolean() }) } }],
    [
      'answers a field that may be missing',
      order,
      { ...order, answers: { 200: z.extend(orderSchema, { by: z.optional(z.string()) }) } },
    ],
    ['answers fewer words', order, { ...order, answers: { 200: z.extend(orderSchema, { state: z.enum(['done']) }) } }],
    ['no longer answers null', order, { ...order, answers: { 200: z.extend(orderSchema, { note: z.string() }) } }],
    ['has one answer less', place, { ...place, answers: { 200: orderSchema } }],
    [
      'takes a further field that need not be sent',
      place,
      { ...place, body: z.extend(item, { gift: z.optional(z.boolean()) }) },
    ],
    [
      'takes a further query that need not be sent',
      order,
      { ...order, query: z.extend(order.query, { page: z.optional(z.string()) }) },
    ],
    ['takes longer texts', place, { ...place, body: z.extend(item, { item: z.string().check(z.maxLength(40)) }) }],
    ['takes no body any more', place, takingNothing],
    [
      'fills in a default that the page reads',
      { ...order, answers: { 200: z.object({ a: z._default(z.int(), 1) }) } },
      { ...order, answers: { 200: z.object({}) } },
    ],
  ])('%s', (_what, before, now) => {
    expect(between(before, now)).toEqual([]);
  });
});

describe('a page no longer works with a service whose endpoint', () => {
  const key = 'GET /api/orders/:id';
  test.each<[string, Endpoint, Endpoint | null, string[]]>([
    ['is gone', order, null, [`${key}: is not served`]],
    [
      'answers a field less',
      order,
      { ...order, answers: { 200: z.omit(orderSchema, { total: true }) } },
      [`${key}: answer 200, total may be missing, and is required`],
    ],
    [
      'answers a field that may be missing now',
      order,
      { ...order, answers: { 200: z.extend(orderSchema, { total: z.optional(z.int()) }) } },
      [`${key}: answer 200, total may be missing, and is required`],
    ],
    [
      'answers another type',
      order,
      { ...order, answers: { 200: z.extend(orderSchema, { total: z.string() }) } },
      [`${key}: answer 200, total may be string, and has to be integer`],
    ],
    [
      'answers null',
      order,
      { ...order, answers: { 200: z.extend(orderSchema, { total: z.nullable(z.int()) }) } },
      [`${key}: answer 200, total may be null, and has to be integer`],
    ],
    [
      'answers a further word',
      order,
      { ...order, answers: { 200: z.extend(orderSchema, { state: z.enum(['open', 'done', 'lost']) }) } },
      [`${key}: answer 200, state may be "lost", which is unknown`],
    ],
    [
      'has a further answer',
      order,
      { ...order, answers: { 200: orderSchema, 204: undefined } },
      [`${key}: answer 204 is new, and its page does not know it`],
    ],
    [
      'has no body in an answer any more',
      order,
      { ...order, answers: { 200: undefined } },
      [`${key}: answer 200 no longer has a body`],
    ],
    [
      'has a body in an answer now',
      { ...order, answers: { 200: undefined } },
      order,
      [`${key}: answer 200 has a body now`],
    ],
    [
      'needs a query',
      order,
      { ...order, query: z.object({ page: z.string() }) },
      [`${key}: what its page sends (query), page may be missing, and is required`],
    ],
    [
      'needs a field more',
      place,
      { ...place, body: z.extend(item, { gift: z.boolean() }) },
      ['POST /api/orders: what its page sends (body), gift may be missing, and is required'],
    ],
    [
      'takes shorter texts',
      place,
      { ...place, body: z.extend(item, { item: z.string().check(z.maxLength(10)) }) },
      ['POST /api/orders: what its page sends (body), item may be longer than 10'],
    ],
    [
      'refuses further fields',
      place,
      { ...place, body: z.strictObject({ item: z.string() }) },
      ['POST /api/orders: what its page sends (body), count may be there, and is refused'],
    ],
    ['needs a body', takingNothing, place, ['POST /api/orders: its page sends no body, and one is required']],
  ])('%s', (_what, before, now, words) => {
    expect(between(before, now)).toEqual(words);
  });

  test('staff pages tolerate a new enum value, but not a missing field', () => {
    const staffs = { ...order, path: '/api/admin/orders/:id' } as const;
    const worded = { ...staffs, answers: { 200: z.extend(orderSchema, { state: z.enum(['open', 'done', 'lost']) }) } };
    expect(between(staffs, worded)).toEqual([]);
    expect(between(staffs, { ...staffs, answers: { 200: z.omit(orderSchema, { total: true }) } })).toHaveLength(1);
  });
});

test.each([
  [{ $defs: 1, 'GET /api/a': { answers: {} } }, 'its calls cannot be read'],
  [{ 'GET /api/a': 'x' }, 'GET /api/a: cannot be read'],
  [{ 'GET /api/a': { answers: { 200: 1 } } }, 'GET /api/a: cannot be read'],
])('calls of a release that are %j are a difference', (calls, words) => {
  expect(findApiCallDifferences(calls, () => ({ answers: {} }))).toEqual([words]);
});

describe('hostile calls', () => {
  const levels = 40;
  const doubling = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `d${String(level + 1)}` };
      return [`d${String(level)}`, level === levels - 1 ? { type: 'number' } : { anyOf: [next, next] }];
    }),
  );
  const circle = { a: { $ref: 'b' }, b: { $ref: 'a' } };
  const served = { body: { type: 'string' }, answers: { 200: { type: 'string' } } };
  const asking = (name: string) => ({ body: { $ref: name }, answers: { 200: { $ref: name } } });

  test('that double at each level are abandoned as a whole', () => {
    const calls = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`POST /api/${String(at)}`, asking('d0')]));
    expect(findApiCallDifferences({ $defs: doubling, ...calls }, () => served)).toEqual([
      'POST /api/0: what its page sends (body) is too large to compare',
      'POST /api/0: answer 200 is too large to compare',
      'its calls are too large to compare',
    ]);
  });

  test('that form a cycle are a difference', () => {
    expect(findApiCallDifferences({ $defs: circle, 'POST /api/a': asking('a') }, () => served)).toEqual([
      'POST /api/a: what its page sends (body) may be anything, and has to be string',
      'POST /api/a: answer 200 has a schema that is not there',
    ]);
  });
});

describe('the API', () => {
  let endpoints: Endpoint[] = [];
  let calls: Record<string, ApiCallSchemas> = {};
  beforeAll(async () => {
    endpoints = await everyEndpoint();
    calls = Object.fromEntries(endpoints.map((each) => [operationKey(each), apiCallSchemasOfPage(each)]));
  });

  test('every packed call equals the call of its endpoint', () => {
    expect(endpoints.length).toBeGreaterThan(100);
    expect(findApiCallDifferences(packApiCallSchemas(calls), createServedCallLookup(endpoints))).toEqual([]);
  });

  test('all calls together are small, and packing them is deterministic', () => {
    const packed = JSON.stringify(packApiCallSchemas(calls));
    expect(packed.length).toBeLessThan(150_000);
    expect(JSON.stringify(packApiCallSchemas(Object.fromEntries(Object.entries(calls).reverse())))).toBe(packed);
  });
});

interface Sample {
  schema: z.ZodMiniType;
  /** Values that the service may return. */
  value: fc.Arbitrary<unknown>;
}

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3 },
    fc.constant({ schema: z.string(), value: fc.string() }),
    fc.nat(3).map((max) => ({
      schema: z.string().check(z.maxLength(max)),
      value: fc.string({ maxLength: max, unit: 'grapheme-ascii' }),
    })),
    fc.constant({ schema: z.int(), value: fc.integer() }),
    fc.nat(3).map((most) => ({ schema: z.int().check(z.maximum(most)), value: fc.integer({ max: most }) })),
    fc.constant({ schema: z.number(), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.constant({ schema: z.boolean(), value: fc.boolean() }),
    fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
      .map((members) => ({ schema: z.enum(members), value: fc.constantFrom(...members) })),
    tie('sample').map(({ schema, value }) => ({ schema: z.nullable(schema), value: fc.option(value) })),
    tie('sample').map(({ schema, value }) => ({ schema: z.array(schema), value: fc.array(value, { maxLength: 3 }) })),
    fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map((each) => ({
      schema: z.union(each.map(({ schema }) => schema)),
      value: fc.oneof(...each.map(({ value }) => value)),
    })),
    fc
      .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('sample')), fc.subarray(['a', 'b', 'c']), fc.boolean())
      .map(([fields, optional, strict]) => {
        const shape = Object.fromEntries(
          Object.entries(fields).map(([name, { schema }]) => [
            name,
            optional.includes(name) ? z.optional(schema) : schema,
          ]),
        );
        return {
          schema: strict ? z.strictObject(shape) : z.object(shape),
          value: fc.record(Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])), {
            requiredKeys: Object.keys(fields).filter((name) => !optional.includes(name)),
          }),
        };
      }),
  ),
}));

const jsonOf = (schema: z.ZodMiniType, side: typeof apiCallSchemasOfPage) =>
  side(defineEndpoint({ method: 'GET', path: '/api/x', answers: { 200: schema }, problems: [] })).answers['200'] ?? {};

const answered = fc
  .tuple(sample, sample)
  .chain(([sent, read]) =>
    fc.record({ sent: fc.constant(sent), read: fc.constant(read), values: fc.array(sent.value) }),
  );

test('without a difference, the page parses every value that the service may return', () => {
  let met = 0;
  fc.assert(
    fc.property(answered, ({ sent, read, values }) => {
      const [given, taken] = [jsonOf(sent.schema, apiCallSchemasOfService), jsonOf(read.schema, apiCallSchemasOfPage)];
      if (schemaDifferences({ schema: given }, { schema: taken }).length > 0) return;
      met += values.length;
      for (const value of values) expect(read.schema.safeParse(value)).toMatchObject({ success: true });
    }),
    { numRuns: 3_000 },
  );
  expect(met).toBeGreaterThan(500);
});

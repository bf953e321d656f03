import { describe, expect, test } from '@jest/globals';
import { problemSchema } from '@ve/contracts/errors';
import { readSessionEndpoint, sessionSchema } from '@ve/contracts/http/identity/session';
import fc from 'fast-check';
import { readSessionWithResponseGuards, parseProblemDocument } from './response-guards.tsx';

const id = '7f3c1a90-1111-4222-8333-444455556666';
const user = { id, email: 'driver@example.com', roles: ['user', 'admin'] };
const problem = {
  type: 'about:blank',
  code: 'not-found',
  title: 'There is nothing at this address',
  status: 404,
  detail: 'more',
  fields: [{ path: 'a', message: 'b' }],
  requestId: 'r-1',
};

/** Valid values with one part, at any depth, replaced or removed. */
const spoiled = (value: unknown): fc.Arbitrary<unknown> => {
  const junk = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.constant(''),
    fc.integer(),
    fc.double(),
    fc.string(),
    fc.constant([]),
    fc.constant({}),
  );
  if (Array.isArray(value)) {
    return fc.oneof(junk, fc.tuple(...value.map(spoiled)), fc.constant(value));
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spoiled(part)]));
    return fc.oneof(junk, fc.record(parts, { requiredKeys: [] }), fc.constant(value));
  }
  return fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: junk });
};

describe('the guarded session', () => {
  const { 200: guard } = readSessionWithResponseGuards.answers;

  test('has the path and the responses of its endpoint', () => {
    const { method, path, answers } = readSessionEndpoint;
    expect(readSessionWithResponseGuards).toMatchObject({ method, path });
    expect(Object.keys(readSessionWithResponseGuards.answers)).toEqual(Object.keys(answers));
  });

  test.each([
    [{ user: null }],
    [{ user }],
    [{ user, more: 1 }],
    [{ user, staff: 'role' }],
    [{ user: null, staff: 'local' }],
  ])('accepts %j as the contract does', (session) => {
    expect(guard.safeParse(session)).toMatchObject({ success: true, data: sessionSchema.parse(session) });
  });

  test('agrees with the contract on any value', () => {
    fc.assert(
      fc.property(spoiled({ user, staff: 'role' }), (value) => {
        expect(guard.safeParse(value).success).toBe(sessionSchema.safeParse(value).success);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the problem guard', () => {
  test('accepts what the contract accepts', () => {
    const { code, title, fields, requestId } = problem;
    expect(parseProblemDocument(problem)).toEqual({ code, title, fields, requestId });
  });

  test('agrees with the contract on any value but unknown codes', () => {
    fc.assert(
      fc.property(spoiled(problem), (value) => {
        const byContract = problemSchema.safeParse(value);
        const future = !byContract.success && byContract.error.issues.every((issue) => issue.path[0] === 'code');
        const read = parseProblemDocument(value);
        if (!future) expect(read !== null).toBe(byContract.success);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps a code that this page does not know yet', () => {
    expect(parseProblemDocument({ ...problem, code: 'credit-spent' })).toMatchObject({ code: 'credit-spent' });
  });
});

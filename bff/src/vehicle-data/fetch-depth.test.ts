import type { Actor } from '@ve/data/context';
import { askerOf, fetchDepthOf, refusalOf } from './fetch-depth.ts';

const visitor: Actor = { kind: 'visitor' };
const customer: Actor = { kind: 'customer', userId: 'u-1', sessionId: 's-1', roles: [] };

test('the depth is what the slowest vendor serves in the promised time, with a fifth for customers', () => {
  expect(fetchDepthOf(10, 10)).toEqual({ all: 100, visitors: 80, one: 10 });
  expect(fetchDepthOf(0.1, 1)).toEqual({ all: 1, visitors: 1, one: 1 });
});

test.each([
  ['room', visitor, { all: 79, own: 9 }, null],
  ['no room for visitors', visitor, { all: 80, own: 0 }, 'busy'],
  ['room for customers alone', customer, { all: 99, own: 9 }, null],
  ['no room at all', customer, { all: 100, own: 0 }, 'busy'],
  ['the share of one', visitor, { all: 10, own: 10 }, 'share'],
  ['the share of one, in a crowd', customer, { all: 100, own: 10 }, 'share'],
])('%s', (_, actor, live, refusal) => {
  expect(refusalOf(fetchDepthOf(10, 10), actor, live)).toBe(refusal);
});

test('a customer is one wherever signed in, and not the network that others share', () => {
  expect(askerOf(customer, '203.0.113.9')).toBe('user u-1');
  expect(askerOf(visitor, '203.0.113.9')).toBe('203.0.113.9');
});

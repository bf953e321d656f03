import type { Actor } from '@ve/data/kernel/context';
import { fetchRequesterLimitKey, unfinishedVehicleFetchLimitsOf, vehicleFetchRefusalOf } from './fetch-admission.ts';

const visitor: Actor = { kind: 'visitor' };
const customer: Actor = { kind: 'customer', userId: 'u-1', sessionId: 's-1', roles: [] };

test('the depth is what the slowest vendor serves in the promised time, with a fifth reserved for customers', () => {
  expect(unfinishedVehicleFetchLimitsOf(10, 10)).toEqual({ all: 100, visitors: 80, one: 10 });
  expect(unfinishedVehicleFetchLimitsOf(0.1, 1)).toEqual({ all: 1, visitors: 1, one: 1 });
});

test.each([
  ['room', visitor, { all: 79, own: 9 }, null],
  ['visitors’ capacity used up', visitor, { all: 80, own: 0 }, 'busy'],
  ['capacity left for customers only', customer, { all: 99, own: 9 }, null],
  ['capacity used up', customer, { all: 100, own: 0 }, 'busy'],
  ['the share of one', visitor, { all: 10, own: 10 }, 'share'],
  ['the share of one, at full capacity', customer, { all: 100, own: 10 }, 'share'],
])('%s', (_, actor, live, refusal) => {
  expect(vehicleFetchRefusalOf(unfinishedVehicleFetchLimitsOf(10, 10), actor, live)).toBe(refusal);
});

test('a customer is counted by account, not by the network', () => {
  expect(fetchRequesterLimitKey(customer, '203.0.113.9')).toBe('user u-1');
  expect(fetchRequesterLimitKey(visitor, '203.0.113.9')).toBe('203.0.113.9');
});

import { expect, test } from '@jest/globals';
import { positionOf } from './step.ts';

test.each([
  ['', 1, ''],
  ['reg=', 1, ''],
  ['reg=%20%20', 1, ''],
  ['reg=ab12%20cde', 2, 'AB12 CDE'],
  ['reg_number=ab12cde', 2, 'AB12CDE'],
  ['reg=&reg_number=ab12cde', 2, 'AB12CDE'],
  ['reg=ab12cde&step=1', 1, 'AB12CDE'],
  ['reg=ab12cde&step=4', 2, 'AB12CDE'],
  ['step=2', 1, ''],
])('%s is step %i with %j', (search, step, typed) => {
  expect(positionOf(new URLSearchParams(search))).toEqual({ step, typed });
});

test('long input is truncated', () => {
  expect(positionOf(new URLSearchParams({ reg: 'x'.repeat(100_000) })).typed).toHaveLength(200);
});

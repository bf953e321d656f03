import { expect, test } from '@jest/globals';
import { measureDrain } from './measure-drain.ts';

/** Counts of work that is done, one for each look. */
const counts = (...values: number[]) => {
  const left = [...values];
  return () => Promise.resolve(left.shift() ?? values.at(-1) ?? 0);
};

test('returns a rate for each third, also for thirds that ended between two looks', async () => {
  const rates = await measureDrain(9, counts(0, 3, 9));
  expect(rates).toHaveLength(3);
  expect(rates[1]).toBe(rates[2]);
  expect(Math.min(...rates)).toBeGreaterThan(0);
});

test('ends when more is done than was expected', async () => {
  expect(await measureDrain(9, counts(12))).toHaveLength(3);
});

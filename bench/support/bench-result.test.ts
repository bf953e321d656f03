import { describe, expect, test } from '@jest/globals';
import { compareRounds, median, spreadOf } from './bench-result.ts';

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

describe('spread', () => {
  test('of a few values: the smallest to the largest', () => {
    expect(spreadOf([5, 1, 3])).toEqual({ median: 3, low: 1, high: 5 });
    expect(spreadOf([7, 1, 6, 2, 5, 3, 4])).toEqual({ median: 4, low: 1, high: 7 });
  });

  test('of many values: those between which the median is with 95 % certainty', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(spreadOf(values)).toEqual({ median: 50.5, low: 41, high: 60 });
  });

  test('is not widened by an outlier among many values', () => {
    const values = [...Array.from({ length: 24 }, () => 1), 50];
    expect(spreadOf(values)).toEqual({ median: 1, low: 1, high: 1 });
  });
});

describe('rounds', () => {
  const rounds = { product: [20, 44, 30], baseline: [10, 20, 15] };

  test('are compared one by one, so that a slow round of both does not count', () => {
    const result = compareRounds({ name: 'scan', unit: 'ms', rounds });
    expect(result).toMatchObject({ product: 30, baseline: 15, ratio: { median: 2, low: 2, high: 2.2 } });
    expect(result.isWithinLimit).toBe(true);
  });

  test('of which less is better give a ratio that falls with a slower product', () => {
    const { ratio } = compareRounds({ name: 'scan', unit: 'ms', rounds, isInverted: true });
    expect(ratio).toEqual({ median: 0.5, low: 20 / 44, high: 0.5 });
  });

  test.each([
    [{ of: 'ratio', max: 2 }, true],
    [{ of: 'ratio', max: 1.9 }, false],
    [{ of: 'ratio', min: 2.1 }, false],
    [{ of: 'ratio', min: 1.9, max: 2.1 }, true],
    [{ of: 'product', max: 30 }, true],
    [{ of: 'product', max: 29 }, false],
    [{ of: 'added', max: 15 }, true],
    [{ of: 'added', max: 14 }, false],
  ] as const)('are held to the limit %j: %s', (limit, isWithinLimit) => {
    expect(compareRounds({ name: 'scan', unit: 'ms', rounds, limit }).isWithinLimit).toBe(isWithinLimit);
  });

  test('with a baseline of zero have no ratio, and miss a limit of it', () => {
    const still = { product: [0, 0.1], baseline: [0, 0] };
    const result = compareRounds({ name: 'shift', unit: 'CLS', rounds: still, limit: { of: 'ratio', max: 1 } });
    expect(result).toMatchObject({ ratio: null, isWithinLimit: false });
    const limit = { of: 'product', max: 0.1 } as const;
    expect(compareRounds({ name: 'shift', unit: 'CLS', rounds: still, limit }).isWithinLimit).toBe(true);
  });

  test.each([[{ product: [], baseline: [] }], [{ product: [1, 2], baseline: [1] }]])('%j are refused', (incomplete) => {
    expect(() => compareRounds({ name: 'scan', unit: 'ms', rounds: incomplete })).toThrow('scan was not measured');
  });
});

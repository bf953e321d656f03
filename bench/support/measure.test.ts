import { expect, test } from '@jest/globals';
import { mapRounds, measureInterleaved } from './measure.ts';

test('product and baseline are measured alternately, and the first round does not count', async () => {
  const order: string[] = [];
  const side = (name: string) => () => {
    order.push(name);
    return Promise.resolve(order.length);
  };
  const rounds = await measureInterleaved(2, side('product'), side('baseline'));
  expect(order).toEqual(['product', 'baseline', 'baseline', 'product', 'product', 'baseline']);
  expect(rounds).toEqual({ product: [4, 5], baseline: [3, 6] });
  expect(mapRounds(rounds, (place) => place * 10)).toEqual({ product: [40, 50], baseline: [30, 60] });
});

test('a failure of either side ends the measurement', async () => {
  const fails = () => Promise.reject(new Error('refused'));
  await expect(measureInterleaved(1, () => Promise.resolve(1), fails)).rejects.toThrow('refused');
});

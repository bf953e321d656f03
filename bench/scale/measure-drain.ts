import { setTimeout } from 'node:timers/promises';

const parts = 3;
const pollMs = 100;
const limitMs = 120_000;

/**
 * Waits until `total` pieces of work are done, and returns how many were done a second in each third of them.
 *
 * @throws Error when it takes longer than two minutes
 */
export async function measureDrain(total: number, done: () => Promise<number>): Promise<number[]> {
  const began = performance.now();
  const rates: number[] = [];
  let [lastCount, lastAt] = [0, began];
  while (rates.length < parts) {
    const count = await done();
    const now = performance.now();
    if (now - began > limitMs) throw new Error(`only ${String(count)} of ${String(total)} were done in two minutes`);
    const reached = Math.min(parts, Math.floor((count * parts) / total));
    if (reached > rates.length) {
      // Of thirds that ended since the last look, each has their common rate.
      const rate = (count - lastCount) / ((now - lastAt) / 1_000);
      rates.push(...Array.from({ length: reached - rates.length }, () => rate));
      [lastCount, lastAt] = [count, now];
    } else {
      await setTimeout(pollMs);
    }
  }
  return rates;
}

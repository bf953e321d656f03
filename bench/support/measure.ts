import { readFileSync } from 'node:fs';

/** One benchmark's result: the product relative to its baseline, medians of interleaved rounds. */
export interface BenchResult {
  name: string;
  unit: string;
  product: number;
  baseline: number;
  /** product / baseline */
  ratio: number;
  /** The required limit of the ratio. */
  maxRatio: string;
  isWithinLimit: boolean;
  rounds: number;
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Runs both alternately, swapping the order each round, so that a slowdown of the machine affects both. The first round
 * is a warm-up and is not counted.
 */
export async function measureInterleaved<T>(
  rounds: number,
  product: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<{ product: T[]; baseline: T[] }> {
  const results = { product: [] as T[], baseline: [] as T[] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const);
    for (const which of order) {
      const value = await (which === 'product' ? product() : baseline());
      if (round > 0) results[which].push(value);
    }
  }
  return results;
}

/** CPU time used by a process, user and system, in milliseconds; null if the system does not provide it. */
export function readProcessCpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

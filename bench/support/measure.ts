import { readFileSync } from 'node:fs';

/** One benchmark's outcome: ours over the bare thing, medians of interleaved rounds. */
export interface Result {
  name: string;
  unit: string;
  ours: number;
  bare: number;
  /** ours / bare */
  ratio: number;
  /** What the ratio has to keep to. */
  bar: string;
  kept: boolean;
  rounds: number;
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * Runs both in turn, which of them first changing each round, so that a machine that slows down slows both. The first
 * round warms up and is not counted.
 */
export async function interleaved<T>(
  rounds: number,
  ours: () => Promise<T>,
  bare: () => Promise<T>,
): Promise<{ ours: T[]; bare: T[] }> {
  const results = { ours: [] as T[], bare: [] as T[] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const which of order) {
      const value = await (which === 'ours' ? ours() : bare());
      if (round > 0) results[which].push(value);
    }
  }
  return results;
}

/** Processor time that a process has used, user and system, in milliseconds; null where the system does not tell. */
export function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

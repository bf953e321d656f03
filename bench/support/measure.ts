import { readFileSync } from 'node:fs';

/** What product and baseline gave, one of each per round, in the order of the rounds. */
export interface Rounds<T> {
  product: T[];
  baseline: T[];
}

/**
 * Runs both alternately, swapping the order each round, so that a slowdown of the machine affects both. The first round
 * is a warm-up and is not counted.
 */
export async function measureInterleaved<T>(
  rounds: number,
  product: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Rounds<T>> {
  const results: Rounds<T> = { product: [], baseline: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const);
    for (const which of order) {
      const value = await (which === 'product' ? product() : baseline());
      if (round > 0) results[which].push(value);
    }
  }
  return results;
}

/** One figure of every round. */
export const mapRounds = <T>({ product, baseline }: Rounds<T>, figure: (value: T) => number): Rounds<number> => ({
  product: product.map(figure),
  baseline: baseline.map(figure),
});

/** The milliseconds that a piece of work takes. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
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

/** Resident memory of a process in MB; null if the system does not provide it. */
export function readProcessMemoryMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1_000_000;
  } catch {
    return null;
  }
}

import type { Rounds } from './measure.ts';

/** The median of several values, and how far it may be off by their noise. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** One benchmark's result: the product relative to its baseline. */
export interface BenchResult {
  name: string;
  unit: string;
  /** The median of the rounds, as is that of the baseline. */
  product: number;
  baseline: number;
  /** Of the ratios of the rounds; null where a baseline of zero leaves none. */
  ratio: Spread | null;
  limit: BenchLimit | null;
  isWithinLimit: boolean;
}

/** What is required of the ratio, of the product in its unit, or of what it adds to the baseline in that unit. */
export interface BenchLimit {
  of: 'ratio' | 'product' | 'added';
  min?: number;
  max?: number;
}

/** A bench gives its results one by one, as it has them. */
export type Bench = () => AsyncIterable<BenchResult>;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * The median, and the interval between two of the values that contains the true one with 95 % certainty for any
 * distribution (the sign test). Up to seven values are too few to leave any out: the smallest and the largest.
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const outside = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2));
  return { median: median(sorted), low: sorted[outside]!, high: sorted.at(-1 - outside)! };
}

interface ComparedRounds {
  name: string;
  unit: string;
  rounds: Rounds<number>;
  limit?: BenchLimit;
  /** Where less is better and the ratio should still fall when the product gets slower. */
  isInverted?: boolean;
}

/**
 * Compares product and baseline round by round, so that a slowdown of the machine during some of them does not count.
 *
 * @throws Error without rounds
 */
export function compareRounds({ name, unit, rounds, limit, isInverted = false }: ComparedRounds): BenchResult {
  const { product, baseline } = rounds;
  if (product.length === 0 || product.length !== baseline.length) throw new Error(`${name} was not measured`);
  const [over, under] = isInverted ? [baseline, product] : [product, baseline];
  const ratio = under.includes(0) ? null : spreadOf(over.map((value, round) => value / under[round]!));
  const medians = { product: median(product), baseline: median(baseline) };
  const limited = {
    ratio: ratio?.median ?? Number.NaN,
    product: medians.product,
    added: median(product.map((value, round) => value - baseline[round]!)),
  }[limit?.of ?? 'ratio'];
  const isWithinLimit =
    limit === undefined || (limited >= (limit.min ?? -Infinity) && limited <= (limit.max ?? Infinity));
  return { name, unit, ...medians, ratio, limit: limit ?? null, isWithinLimit };
}

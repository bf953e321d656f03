import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { BenchResult, Spread } from './bench-result.ts';

/** The ratios of an earlier run with their noise, by bench and result. */
export type RecordedRatios = Record<string, Record<string, Spread>>;

/** Reads `bench/baseline.json`; empty until a first run was recorded. */
export const readRecordedRatios = (file: string): RecordedRatios =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedRatios) : {};

const significant = (value: number): number => Number(value.toPrecision(4));

/** As precisely as it is recorded: the rounding of the file must not count as a move. */
const precisely = ({ median, low, high }: Spread): Spread => ({
  median: significant(median),
  low: significant(low),
  high: significant(high),
});

/** Writes the ratios of one bench in place of its recorded ones. Those of other benches are kept. */
export function recordRatios(file: string, bench: string, results: readonly BenchResult[]): void {
  const ratios = Object.fromEntries(
    results.flatMap(({ name, ratio }) => (ratio === null ? [] : [[name, precisely(ratio)]])),
  );
  const all = Object.entries({ ...readRecordedRatios(file), [bench]: ratios });
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Whether a ratio moved by more than its noise: the two spreads have no value in common. */
export function hasMoved(now: Spread, recorded: Spread): boolean {
  const { low, high } = precisely(now);
  return low > recorded.high || high < recorded.low;
}

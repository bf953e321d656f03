import type { BenchLimit, BenchResult, Spread } from './bench-result.ts';
import { hasMoved } from './recorded-ratios.ts';

/** A number with three significant digits. */
export const formatFigure = (value: number): string => value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });

const formatSpread = ({ median, low, high }: Spread): string =>
  `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

function formatLimit({ of, min, max }: BenchLimit, unit: string): string {
  const bounds = min !== undefined && max !== undefined ? `${String(min)}–${String(max)}` : '';
  const bound = min === undefined ? `≤ ${String(max)}` : `≥ ${String(min)}`;
  return [bounds || bound, of === 'ratio' ? '' : unit, of === 'added' ? 'more' : ''].filter(Boolean).join(' ');
}

function compareWithRecorded(ratio: Spread | null, recorded: Spread | undefined): string {
  if (ratio === null) return '';
  if (recorded === undefined) return 'no baseline recorded';
  const before = formatSpread(recorded);
  return hasMoved(ratio, recorded) ? `MOVED by more than its noise from ${before}` : `within the noise of ${before}`;
}

/** The line of a result: its ratio with spread, what it was measured from, its limit, and the recorded ratio. */
export function formatResult(result: BenchResult, recorded: Spread | undefined): string {
  const { name, unit, product, baseline, ratio, limit, isWithinLimit } = result;
  const required = limit === null ? '' : formatLimit(limit, unit);
  return [
    name.padEnd(48),
    (ratio === null ? '–' : formatSpread(ratio)).padEnd(18),
    `${formatFigure(product)} against ${formatFigure(baseline)} ${unit}`.padEnd(38),
    (isWithinLimit ? required : `${required} MISSED`).padEnd(18),
    compareWithRecorded(ratio, recorded),
  ]
    .join('  ')
    .trimEnd();
}

import { formatPounds } from '../kernel/money/format-pounds.ts';
import type { Valuation } from '../vehicle/record/full-check.ts';
import type { RecordSection } from '../vehicle/record/vehicle-record.ts';

/** One kind of sale on the scale, in pence; equal ends if the source has one price of it. */
export interface ValuationScaleRange {
  kind: 'trade' | 'private' | 'dealer';
  low: number;
  high: number;
}

/** The used prices of a valuation on one line, in pence. The price when new is not on it. */
export interface ValuationScale {
  low: number;
  high: number;
  /** Cheapest kind first; a kind without a price is left out. */
  ranges: ValuationScaleRange[];
}

const kindNames: Readonly<Record<ValuationScaleRange['kind'], string>> = {
  trade: 'trade',
  private: 'private sale',
  dealer: 'forecourt',
};

const pricesOf = (data: Valuation): readonly (readonly [ValuationScaleRange['kind'], readonly (number | null)[]])[] => [
  ['trade', [data.tradePoor, data.tradeAverage, data.auction, data.partExchange]],
  ['private', [data.privateAverage, data.privateClean]],
  ['dealer', [data.tradeRetail, data.dealerForecourt]],
];

/** The ranges of used prices, cheapest kind first; a kind without a price is left out. */
export const valuationRanges = (data: Valuation): ValuationScaleRange[] =>
  pricesOf(data).flatMap(([kind, prices]) => {
    const known = prices.flatMap((pence) => knownPrice(pence) ?? []);
    return known.length === 0 ? [] : [{ kind, low: Math.min(...known), high: Math.max(...known) }];
  });

/** A price in pence; the source writes zero for a missing one. */
export const knownPrice = (pence: number | null): number | null => (pence !== null && pence > 0 ? pence : null);

/** The scale from trade to forecourt; null if the source has fewer than two different prices. */
export function valuationScale(section: RecordSection<Valuation>): ValuationScale | null {
  if (section.state !== 'found') return null;
  const ranges = valuationRanges(section.data);
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  return low < high ? { low, high, ranges } : null;
}

/** The position of a price on the scale, from 0 to 1; a price beyond an end is placed at that end. */
export function shareOnValuationScale(pence: number, { low, high }: ValuationScale): number {
  return Math.min(1, Math.max(0, (pence - low) / (high - low)));
}

/** Where an asking price lies: `£350 above the middle of £4,315 to £7,395, trade to forecourt.` */
export function positionOnValuationScale(pence: number, { low, high, ranges }: ValuationScale): string {
  const kinds = [ranges[0], ranges.at(-1)].flatMap((range) => (range === undefined ? [] : [kindNames[range.kind]]));
  const ends = `${formatPounds(low)} to ${formatPounds(high)}, ${[...new Set(kinds)].join(' to ')}`;
  if (pence < low) return `${formatPounds(low - pence)} below the scale of ${ends}.`;
  if (pence > high) return `${formatPounds(pence - high)} above the scale of ${ends}.`;
  // Whole pounds: half a pound of a middle means nothing to a buyer.
  const middle = Math.round((low + high) / 200) * 100;
  const by = Math.abs(pence - middle);
  if (by < 100) return `At the middle of ${ends}.`;
  return `${formatPounds(by)} ${pence < middle ? 'below' : 'above'} the middle of ${ends}.`;
}

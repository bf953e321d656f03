import type { SourcedDatum } from '../vehicle/record/datum.ts';
import { formatThousands } from '../kernel/text/phrases.ts';
import type { Valuation } from '../vehicle/record/full-check.ts';
import { missingReasonText, sourceLabel } from '../vehicle/record/source-messages.ts';
import type { RecordSection } from '../vehicle/record/vehicle-record.ts';
import { formatPounds } from '../kernel/money/format-pounds.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { formatDateOrNull } from './register-values.ts';
import { knownPrice, valuationRanges, type ValuationScaleRange } from './valuation-scale.ts';

type ValuationPrice =
  | 'onTheRoad'
  | 'dealerForecourt'
  | 'tradeRetail'
  | 'privateClean'
  | 'privateAverage'
  | 'partExchange'
  | 'auction'
  | 'tradeAverage'
  | 'tradePoor';

export interface ValuationRow extends SourcedDatum {
  price: ValuationPrice;
  label: string;
  pence: number | null;
}

/** A set of prices with their basis. */
export interface ValuationRows {
  rows: ValuationRow[];
  /** `For 62,000 miles, valued on 3 March 2027.`; null without a price. */
  basis: string | null;
  /** Why there is no price at all; null if there is one. */
  why: string | null;
}

const labels: readonly (readonly [ValuationPrice, string])[] = [
  ['onTheRoad', 'New, on the road'],
  ['dealerForecourt', 'Dealer forecourt'],
  ['tradeRetail', 'Trade retail'],
  ['privateClean', 'Private, clean'],
  ['privateAverage', 'Private, average'],
  ['partExchange', 'Part exchange'],
  ['auction', 'Auction'],
  ['tradeAverage', 'Trade, average'],
  ['tradePoor', 'Trade, poor'],
];

/** The nine prices of a valuation, dearest kind first; the source writes zero for a missing price. */
export function valuationRows(section: RecordSection<Valuation>): ValuationRows {
  const missing = missingReasonText([section]);
  const rows = labels.map(([price, label]) => {
    const pence = section.state === 'found' ? knownPrice(section.data[price]) : null;
    return pence === null
      ? { price, label, pence, value: null, source: null, at: null, why: missing }
      : { price, label, pence, value: formatPounds(pence), source: section.source, at: section.at, why: null };
  });
  const isPriced = rows.some(({ pence }) => pence !== null);
  return {
    rows,
    basis: isPriced && section.state === 'found' ? basisOf(section.data) : null,
    why: isPriced ? null : section.state === 'found' ? `${sourceLabel(section.source)} gave no price.` : missing,
  };
}

/** The position of an asking price against one range of prices. */
export interface AskingPricePosition {
  range: 'private' | 'dealer';
  /** In pence; equal to `high` if the source has only one price of that kind. */
  low: number;
  high: number;
  side: 'below' | 'within' | 'above';
  /** Pence from the nearer end of the range; 0 within it. */
  by: number;
  text: string;
}

export interface AskingPriceComparison {
  asking: string;
  /** Private sale, then dealer; empty if the source has no such price. */
  places: AskingPricePosition[];
  /** The basis of the prices, or why there are none. */
  note: string | null;
}

/**
 * Compares an asking price with private prices (average to clean) and a dealer's (trade retail to forecourt), without
 * advice on what to pay.
 */
export function compareAskingPrice(askingPence: number, section: RecordSection<Valuation>): AskingPriceComparison {
  const asking = formatPounds(askingPence);
  if (section.state !== 'found') return { asking, places: [], note: missingReasonText([section]) };
  const places = valuationRanges(section.data).flatMap((range) => positionIn(range, askingPence) ?? []);
  if (places.length === 0) {
    return { asking, places, note: `${sourceLabel(section.source)} gave no private or dealer price to compare with.` };
  }
  return { asking, places, note: basisOf(section.data) };
}

/** Null for a trade price, which no buyer is asked. */
function positionIn({ kind, low, high }: ValuationScaleRange, askingPence: number): AskingPricePosition | null {
  if (kind === 'trade') return null;
  const side = askingPence < low ? 'below' : askingPence > high ? 'above' : 'within';
  const by = side === 'below' ? low - askingPence : side === 'above' ? askingPence - high : 0;
  const figures =
    low === high
      ? `the ${kind} price of ${formatPounds(low)}`
      : `the ${kind} range of ${formatPounds(low)} to ${formatPounds(high)}`;
  const where = by === 0 ? (low === high ? 'The same as' : 'Within') : `${formatPounds(by)} ${side}`;
  return { range: kind, low, high, side, by, text: `${where} ${figures}.` };
}

function basisOf({ miles, valuedOn, vehicle }: Valuation): string | null {
  const what = cleanRegisterText(vehicle);
  const when = formatDateOrNull(valuedOn);
  const parts = [
    ...(what === null ? [] : [`for ${what}`]),
    ...(miles === null ? [] : [`${what === null ? 'for' : 'at'} ${formatThousands(miles)} miles`]),
    ...(when === null ? [] : [`valued on ${when}`]),
  ];
  if (parts.length === 0) return null;
  const text = parts.join(', ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

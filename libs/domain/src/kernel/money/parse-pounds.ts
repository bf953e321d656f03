export type ParsedPounds =
  | { ok: true; pence: number }
  | { ok: false; reason: 'blank' | 'not-a-price' | 'too-low' | 'too-high'; message: string };

/** £10,000,000 in pence: above any asking price of a car. */
const maxPence = 1_000_000_000;
const example = 'like £4,995';
const messages = {
  blank: `Enter the asking price in pounds, ${example}`,
  'not-a-price': `Enter the asking price in pounds with digits only, ${example}`,
  'too-low': `Enter an asking price of at least £1, ${example}`,
  'too-high': 'Enter an asking price of £10,000,000 or less',
} as const;

/**
 * Parses a price as a buyer types it: `£4,995`, `4995.00`, `4 995`. Ambiguous amounts (`4.995`, `49,95`) are refused.
 */
export function parsePounds(typed: string): ParsedPounds {
  const refuse = (reason: keyof typeof messages): ParsedPounds => ({ ok: false, reason, message: messages[reason] });
  const text = typed.trim();
  if (text === '' || text === '£') return refuse('blank');
  const match = /^£?\s*(\d{1,9}|\d{1,3}(?:[, ]\d{3}){1,2})(?:\.(\d{2}))?$/.exec(text);
  if (match === null) return refuse('not-a-price');
  const pence = Number(match[1]?.replace(/[, ]/g, '')) * 100 + Number(match[2] ?? 0);
  if (pence < 100) return refuse('too-low');
  return pence > maxPence ? refuse('too-high') : { ok: true, pence };
}

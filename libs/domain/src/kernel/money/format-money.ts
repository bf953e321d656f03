/**
 * An amount in minor units (pence) as `£8.90`: divided by 100, two decimals, `£` for gbp and `$` for any other currency
 * (specification, section 9).
 */
export function formatMoney(minorUnits: number, currency: string): string {
  const symbol = currency.toLowerCase() === 'gbp' ? '£' : '$';
  return `${minorUnits < 0 ? '-' : ''}${symbol}${(Math.abs(minorUnits) / 100).toFixed(2)}`;
}

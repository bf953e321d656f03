/** A vehicle price in pounds: `£4,995`; pence are shown only if not zero: `£4,995.50`. */
export function formatPounds(pence: number): string {
  const pounds = Math.abs(pence) / 100;
  const digits = Number.isInteger(pounds) ? 0 : 2;
  const text = pounds.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${pence < 0 ? '-' : ''}£${text}`;
}

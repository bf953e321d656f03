/** A price of a vehicle: `£4,995`, with pence only where there are some: `£4,995.50`. */
export function formatPounds(pence: number): string {
  const pounds = Math.abs(pence) / 100;
  const digits = Number.isInteger(pounds) ? 0 : 2;
  const text = pounds.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${pence < 0 ? '-' : ''}£${text}`;
}

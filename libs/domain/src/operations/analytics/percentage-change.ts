/**
 * The change in percent, by the rule of specification section 9: (today - last month) / last month x 100; 100 if last
 * month is 0 and today above 0, and 0 if both are. Takes counts, 0 or more.
 */
export function percentageChange(today: number, lastMonth: number): number {
  if (lastMonth === 0) return today > 0 ? 100 : 0;
  return ((today - lastMonth) / lastMonth) * 100;
}

/** With one decimal and a sign: `+12.5%`, `-3.0%`. A value that rounds to zero is `+0.0%`. */
export function formatPercentageChange(percent: number): string {
  const tenths = Math.round(Math.abs(percent) * 10);
  const sign = percent < 0 && tenths > 0 ? '-' : '+';
  return `${sign}${(tenths / 10).toFixed(1)}%`;
}

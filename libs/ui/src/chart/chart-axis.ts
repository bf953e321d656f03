export interface ChartAxis {
  /** `bottom` is 0 or below, `top` above it; both are ticks. */
  bottom: number;
  top: number;
  /** From the bottom up, including 0. */
  ticks: number[];
}

/** An axis with round ticks that includes 0 and all values, in steps of at least `unit`. */
export function chartAxisOf(values: readonly number[], unit: number): ChartAxis {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = niceStep((highest - lowest) / 4, unit);
  const [first, last] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { bottom: first * step, top: last * step, ticks };
}

/** The lowest of 1, 2 and 5 times a power of ten of the unit that is at least `rough`. */
function niceStep(rough: number, unit: number): number {
  if (rough <= unit) return unit;
  const power = 10 ** Math.floor(Math.log10(rough / unit));
  const factor = [1, 2, 5, 10].find((each) => each * power * unit >= rough) ?? 10;
  return factor * power * unit;
}

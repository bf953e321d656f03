import type { SimulatedPrice } from './state.types.ts';

const daySeconds = 86_400;

/** `count` months later at the same time of day; the last day of a shorter month. */
function addMonths(at: number, count: number): number {
  const from = new Date(at * 1000);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const time = from.getTime() % (daySeconds * 1000);
  return Math.floor((Date.UTC(year, month, day) + time) / 1000);
}

/**
 * `times` billing intervals after `anchor`, in Unix seconds; counted from the anchor, so that the end of a month is
 * kept.
 */
export function addBillingIntervals(anchor: number, times: number, { recurring }: SimulatedPrice): number {
  if (!recurring) throw new Error('A price without an interval has no periods');
  const count = recurring.count * times;
  switch (recurring.interval) {
    case 'day':
      return anchor + count * daySeconds;
    case 'week':
      return anchor + count * 7 * daySeconds;
    case 'month':
      return addMonths(anchor, count);
    case 'year':
      return addMonths(anchor, count * 12);
  }
}

/** The end of the period that starts at `start`, by the anchor. */
export function periodEndAfter(anchor: number, start: number, price: SimulatedPrice): number {
  let times = 1;
  while (addBillingIntervals(anchor, times, price) <= start) times += 1;
  return addBillingIntervals(anchor, times, price);
}

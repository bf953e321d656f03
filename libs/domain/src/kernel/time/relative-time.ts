import type { IsoInstant } from './iso-date.ts';

const bands = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
];

/**
 * How long ago an instant was, in the bands of specification section 9: under 30 s 'Just now', then seconds, minutes,
 * hours, days, months of 30 days, years of 365. A future instant is 'in 3 days'; up to a minute ahead it is 'Just now',
 * because clocks differ.
 */
export function relativeTime(instant: IsoInstant | Date, now: Date): string {
  const elapsed = Math.floor((now.getTime() - new Date(instant).getTime()) / 1_000);
  if (elapsed < 30 && elapsed >= -60) return 'Just now';
  const distance = Math.abs(elapsed);
  for (const { unit, seconds } of bands) {
    const count = Math.floor(distance / seconds);
    if (count < 1) continue;
    const text = `${count} ${unit}${count === 1 ? '' : 's'}`;
    return elapsed < 0 ? `in ${text}` : `${text} ago`;
  }
  return 'Just now';
}

import { formatCountWithNoun } from '../../kernel/text/phrases.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { daysBetween, yearsBetween } from '../../kernel/time/london-date.ts';

/** The time between two days: `the same day`, `9 days`, `3 weeks`, `26 months`, `5 years`. */
export function formatTimeBetween(from: IsoDate, to: IsoDate): string {
  const days = daysBetween(from, to);
  if (days === 0) return 'the same day';
  if (days < 14) return formatCountWithNoun(days, 'day');
  if (days < 60) return formatCountWithNoun(Math.round(days / 7), 'week');
  const months = Math.round(days / 30.44);
  return months <= 36
    ? formatCountWithNoun(months, 'month')
    : formatCountWithNoun(Math.max(3, yearsBetween(from, to)), 'year');
}

/** `3 weeks after`, `on the same day as` */
export function formatTimeAfter(from: IsoDate, to: IsoDate): string {
  return from === to ? 'on the same day as' : `${formatTimeBetween(from, to)} after`;
}

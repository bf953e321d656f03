import { offer } from './offer.ts';

/**
 * The end of the period that begins at `start`, as Stripe counts it: `offer.membership.months` later at the same time of
 * day in UTC, on the last day of a month that is too short. `anchorDay`: the day of the month on which the contract began,
 * which comes back after a short month.
 */
export function periodEndAfter(start: Date, anchorDay = start.getUTCDate()): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + offer.membership.months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchorDay, lastDay));
  return end;
}

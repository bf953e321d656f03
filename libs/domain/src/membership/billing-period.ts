import { addMonthsUtc } from '../kernel/time/add-months-utc.ts';
import { membershipOffer } from './offer.ts';

/**
 * The end of the period that begins at `start`, as Stripe counts it: `offer.membership.months` later at the same time
 * of day in UTC, on the last day of a month that is too short. `anchorDay`: the day of the month on which the contract
 * began, which is used again after a short month.
 */
export const billingPeriodEndAfter = (start: Date, anchorDay = start.getUTCDate()): Date =>
  addMonthsUtc(start, membershipOffer.membership.months, anchorDay);

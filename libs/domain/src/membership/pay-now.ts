import { periodEndAfter } from './billing-period.ts';
import { chargeDueSince, membershipOf } from './membership-state.ts';
import type { TimelineFacts } from './membership-timeline.ts';
import { offer } from './offer.ts';

/** What paying now takes and leads to. */
export interface PayNow {
  pence: number;
  /** When the charge after it falls due, shown as a day in Europe/London; null: not known before it is paid. */
  nextChargeAt: Date | null;
}

/**
 * What 'Upgrade Early' would charge at `now`, and when the charge after that would come. A trial that is ended, and a
 * membership that is started again, begin a period now; what is owed pays for the period that runs already. Null: there is
 * nothing to pay.
 */
export function payNowOf(facts: TimelineFacts | null, now: Date): PayNow | null {
  const { state } = membershipOf(facts, now);
  const { pence } = offer.membership;
  switch (state) {
    case 'none':
    case 'active':
      return null;
    case 'trial':
    case 'cancelled':
      return { pence, nextChargeAt: periodEndAfter(now) };
    case 'charge-due':
    case 'past-due':
    case 'expired':
      return { pence: facts?.paymentProblem?.pence ?? pence, nextChargeAt: facts && endOfUnpaidPeriod(facts, now) };
  }
}

/** Stripe's own end of the period; before we have heard of it, one period after the charge fell due. */
function endOfUnpaidPeriod(facts: TimelineFacts, now: Date): Date | null {
  const { currentPeriodStart: start, currentPeriodEnd: end } = facts;
  if (end !== null && end > now) return end;
  const since = chargeDueSince(facts);
  if (since === null) return null;
  const next = periodEndAfter(since, Math.max(start?.getUTCDate() ?? 0, since.getUTCDate()));
  return next > now ? next : null;
}

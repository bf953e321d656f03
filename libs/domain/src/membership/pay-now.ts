import { billingPeriodEndAfter } from './billing-period.ts';
import { chargeDueSince, membershipOf } from './membership-state.ts';
import type { MembershipTimelineFacts } from './membership-timeline.ts';
import { membershipOffer } from './offer.ts';

/**
 * What a month costs this user, in pence: their own price, or the offered one if a new contract would be needed. For
 * every sentence that states a member's own price.
 */
export function monthlyPriceOfUser(facts: MembershipTimelineFacts | null, now: Date): number {
  const { state } = membershipOf(facts, now);
  return facts === null || state === 'cancelled' ? membershipOffer.membership.pence : facts.monthlyPence;
}

/** The amount of paying now, and its result. */
export interface ImmediatePayment {
  pence: number;
  /** When the next charge is due, shown as a day in Europe/London; null: unknown before the payment. */
  nextChargeAt: Date | null;
}

/**
 * What 'Upgrade Early' would charge at `now`, and when the next charge would follow. Ending a trial, and restarting a
 * membership, begin a period now; an amount owed pays for the running period. Null: there is nothing to pay.
 */
export function immediatePaymentOf(facts: MembershipTimelineFacts | null, now: Date): ImmediatePayment | null {
  const { state } = membershipOf(facts, now);
  const pence = monthlyPriceOfUser(facts, now);
  switch (state) {
    case 'none':
    case 'active':
      return null;
    case 'trial':
    case 'cancelled':
      return { pence, nextChargeAt: billingPeriodEndAfter(now) };
    case 'charge-due':
    case 'past-due':
    case 'expired':
      return { pence: facts?.paymentProblem?.pence ?? pence, nextChargeAt: facts && endOfUnpaidPeriod(facts, now) };
  }
}

/** Stripe's end of the period; before Stripe has reported it, one period after the charge was due. */
function endOfUnpaidPeriod(facts: MembershipTimelineFacts, now: Date): Date | null {
  const { currentPeriodStart: start, currentPeriodEnd: end } = facts;
  if (end !== null && end > now) return end;
  const since = chargeDueSince(facts);
  if (since === null) return null;
  const next = billingPeriodEndAfter(since, Math.max(start?.getUTCDate() ?? 0, since.getUTCDate()));
  return next > now ? next : null;
}

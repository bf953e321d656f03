import { membershipOf, type SubscriptionFacts } from './membership-state.ts';

/**
 * When a membership that is cancelled now ends: with its paid period; immediately if it is a trial or its current
 * period is unpaid. Null: there is nothing to cancel.
 */
export function membershipEndIfCancelledNow(facts: SubscriptionFacts | null, now: Date): Date | null {
  const { state } = membershipOf(facts, now);
  if (facts === null || state === 'none' || state === 'cancelled') return null;
  const { creditedPeriodEnd } = facts;
  return creditedPeriodEnd !== null && creditedPeriodEnd > now ? creditedPeriodEnd : now;
}

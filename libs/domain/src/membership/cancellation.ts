import { membershipOf, type SubscriptionFacts } from './membership-state.ts';

/**
 * When a membership ends that is cancelled now: with its paid period; a trial, or one whose current period is not paid,
 * at once. Null: there is nothing to cancel.
 */
export function endIfCancelled(facts: SubscriptionFacts | null, now: Date): Date | null {
  const { state } = membershipOf(facts, now);
  if (facts === null || state === 'none' || state === 'cancelled') return null;
  const { creditedPeriodEnd } = facts;
  return creditedPeriodEnd !== null && creditedPeriodEnd > now ? creditedPeriodEnd : now;
}

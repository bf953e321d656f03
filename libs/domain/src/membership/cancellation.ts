import { membershipOf, type SubscriptionFacts } from './membership-state.ts';

export interface CancellableFacts extends SubscriptionFacts {
  /** End of the latest period that was paid for; null before the first full charge. */
  creditedPeriodEnd: Date | null;
}

/**
 * When a membership ends that is cancelled now: with its paid period; a trial, or one whose current period is not paid,
 * at once. Null: there is nothing to cancel.
 */
export function endIfCancelled(facts: CancellableFacts | null, now: Date): Date | null {
  const { state } = membershipOf(facts, now);
  if (facts === null || state === 'none' || state === 'cancelled') return null;
  const { creditedPeriodEnd } = facts;
  return creditedPeriodEnd !== null && creditedPeriodEnd > now ? creditedPeriodEnd : now;
}

/** A subscription as it is stored; instants in UTC. */
export interface SubscriptionFacts {
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'paused';
  /** Full checks used in the current period. */
  creditsUsed: number;
  currentPeriodEnd: Date | null;
  /** When a cancelled one ends or ended; null or missing when it is not cancelled. */
  endsAt?: Date | null;
  tier: string | null;
}

/**
 * `none`: never had one; `trial`; `active`; `past-due`: a membership charge failed and is being retried; `cancelled`:
 * ended by cancelling or by unpaid charges; `expired`: the period is over and no newer one is known.
 */
export type MembershipState = 'none' | 'trial' | 'active' | 'past-due' | 'cancelled' | 'expired';

export interface Membership {
  state: MembershipState;
  /** Specification section 4: active, and the period not over. */
  subscribed: boolean;
  tier: string | null;
  /** Full checks left in this period: 0 or 1. */
  credits: number;
}

/** A user's membership now (specification section 4, "Subscription status"); `null`: no record. */
export function membershipOf(subscription: SubscriptionFacts | null, now: Date): Membership {
  if (subscription === null) return { state: 'none', subscribed: false, tier: null, credits: 0 };
  const tier = subscription.tier ?? 'Premium';
  const state = stateOf(subscription, now);
  const subscribed = state === 'active';
  return { state, subscribed, tier, credits: subscribed ? Math.max(0, 1 - subscription.creditsUsed) : 0 };
}

function stateOf({ status, currentPeriodEnd, endsAt }: SubscriptionFacts, now: Date): MembershipState {
  // What was cancelled is over at its end, even before the payment provider has carried it out.
  if (endsAt && endsAt <= now) return 'cancelled';
  switch (status) {
    case 'active':
      return currentPeriodEnd !== null && currentPeriodEnd > now ? 'active' : 'expired';
    case 'trialing':
      return 'trial';
    case 'past_due':
    case 'incomplete':
      return 'past-due';
    case 'canceled':
    case 'unpaid':
    case 'incomplete_expired':
    case 'paused':
      return 'cancelled';
  }
}

/** Whether what a member is promised is given: reminders, alerts, a watched car. A trial is a membership, too. */
export const isMember = (state: MembershipState): boolean => state === 'active' || state === 'trial';

/** Whether a second subscription would double this one: it runs, or its charges are still being retried. */
export const isLive = (state: MembershipState): boolean =>
  state === 'trial' || state === 'active' || state === 'past-due' || state === 'expired';

/** Whether the provider's subscription runs, is unpaid or could be resumed: it can be cancelled. */
export const isRunning = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired';

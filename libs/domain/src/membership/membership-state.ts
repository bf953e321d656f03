/** A stored subscription; instants in UTC. */
export interface SubscriptionFacts {
  status: 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid' | 'incomplete' | 'incomplete_expired' | 'paused';
  /** Full checks used in the current period. */
  creditsUsed: number;
  trialEndsAt: Date | null;
  /** Stripe begins a period about an hour before it charges for it: the current period may be unpaid. */
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** End of the latest paid period; null before the first full charge. */
  creditedPeriodEnd: Date | null;
  /** When a cancelled one ends or ended; null or missing if it is not cancelled. */
  endsAt?: Date | null;
  tier: string | null;
}

/**
 * `none`: never had one; `trial`; `active`: in a paid period; `charge-due`: the trial or paid period is over, and the
 * next charge has not been made yet, which Stripe does about an hour later; `past-due`: a membership charge failed and
 * is being retried; `cancelled`: ended by cancelling or by unpaid charges; `expired`: no charge was made for
 * `chargeGraceDays`.
 */
export type MembershipState = 'none' | 'trial' | 'active' | 'charge-due' | 'past-due' | 'cancelled' | 'expired';

export const membershipStates = [
  'none',
  'trial',
  'active',
  'charge-due',
  'past-due',
  'cancelled',
  'expired',
] as const satisfies readonly MembershipState[];

/**
 * Days for which a membership continues while Stripe neither makes a charge nor fails to: Stripe may be down for days,
 * but a subscription that it no longer charges must not be served without limit.
 */
export const chargeGraceDays = 7;

const chargeGraceMs = chargeGraceDays * 86_400_000;

export interface Membership {
  state: MembershipState;
  /** Specification section 4: active, and the paid period is not over. */
  subscribed: boolean;
  tier: string | null;
  /** Full checks that can be used now: 0 or 1. */
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

/** In SQL: `@ve/data/membership/subscription/membership-sql`. */
function stateOf(facts: SubscriptionFacts, now: Date): MembershipState {
  const { status, endsAt, creditedPeriodEnd } = facts;
  // A cancelled membership is over at its end, even before the payment provider has ended it.
  if (endsAt && endsAt <= now) return 'cancelled';
  switch (status) {
    case 'active':
      return creditedPeriodEnd !== null && creditedPeriodEnd > now ? 'active' : unchargedState(facts, now);
    case 'trialing': {
      const end = trialEndOfSubscription(facts);
      return end === null || end > now ? 'trial' : unchargedState(facts, now);
    }
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

const unchargedState = (facts: SubscriptionFacts, now: Date): 'charge-due' | 'expired' => {
  const due = chargeDueSince(facts);
  return due !== null && due.getTime() + chargeGraceMs > now.getTime() ? 'charge-due' : 'expired';
};

/** When a trial ends; null: unknown. */
export const trialEndOfSubscription = ({
  trialEndsAt,
  currentPeriodEnd,
}: Pick<SubscriptionFacts, 'trialEndsAt' | 'currentPeriodEnd'>): Date | null => trialEndsAt ?? currentPeriodEnd;

/** Since when a charge is due, for a subscription whose trial or paid period is over; null: unknown. */
export function chargeDueSince(facts: SubscriptionFacts): Date | null {
  if (facts.status === 'trialing') return trialEndOfSubscription(facts);
  const { creditedPeriodEnd, trialEndsAt, currentPeriodStart, currentPeriodEnd } = facts;
  return latestInstant(creditedPeriodEnd, trialEndsAt, currentPeriodStart) ?? currentPeriodEnd;
}

/** The latest of the known instants; null if none is known. */
export const latestInstant = (...instants: readonly (Date | null)[]): Date | null =>
  instants.reduce((latest, each) => (latest === null || (each !== null && each > latest) ? each : latest), null);

/** Whether a second subscription would double this one: it is running, or its charges are still being retried. */
export const isMembershipLive = (state: MembershipState): boolean => state !== 'none' && state !== 'cancelled';

/** Whether the provider's subscription can be cancelled: it is running, unpaid or paused. */
export const isSubscriptionRunning = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired';

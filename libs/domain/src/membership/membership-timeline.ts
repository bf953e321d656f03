import {
  chargeDueSince,
  latestInstant,
  membershipOf,
  type MembershipState,
  type SubscriptionFacts,
  trialEndOfSubscription,
} from './membership-state.ts';
import { membershipOffer } from './offer.ts';

export interface MembershipTimelineFacts extends SubscriptionFacts {
  /** The member's own price of a period, in pence: that of their subscription. */
  monthlyPence: number;
  /**
   * The day of an announced change that the member has not agreed to: without that, nothing is charged from then on.
   */
  undecidedFrom?: Date | null;
  /** The new price that the member has agreed to pay, and from when. */
  agreedPrice?: { pence: number; from: Date } | null;
  /** Why the last charge failed; null: none did. `nextAttemptAt` null: Stripe does not retry. */
  paymentProblem: { pence: number; nextAttemptAt: string | null } | null;
}

/** `planned`: in the future; `due`: about now; `late`: it should have been made already. */
export type ChargeTiming = 'planned' | 'due' | 'late';

export interface NextCharge {
  pence: number;
  /** When it is due. The first charge of a period is made within `offer.firstChargeWithinHours` of that. */
  at: Date;
  timing: ChargeTiming;
}

/**
 * When a full check can be used next: `now`; `with-charge`: with the next charge; `when-paid`: once the amount owed is
 * paid.
 */
export type NextCheckTiming = 'now' | 'with-charge' | 'when-paid';

export interface MembershipTimeline {
  /** End of the trial, or of the latest paid period, never of an unpaid one; null: nothing was paid. */
  paidUntil: Date | null;
  /** Null: nothing more will be charged, or no attempt is planned. */
  nextCharge: NextCharge | null;
  /** Null: there is no further one. */
  nextCheck: NextCheckTiming | null;
}

/** Stripe takes about an hour: a charge counts as late after two. */
const lateAfterMs = 2 * membershipOffer.firstChargeWithinHours * 3_600_000;

/**
 * What a membership has been paid for, its next charge, and its next full check; used by all pages, mails and figures.
 * `null`: no record.
 */
export function membershipTimelineOf(facts: MembershipTimelineFacts | null, now: Date): MembershipTimeline {
  if (facts === null) return { paidUntil: null, nextCharge: null, nextCheck: null };
  const { state, credits } = membershipOf(facts, now);
  const nextCharge = nextChargeOf(facts, state, now);
  return { paidUntil: paidUntilOf(facts, state), nextCharge, nextCheck: nextCheckOf({ state, credits, nextCharge }) };
}

function paidUntilOf(facts: MembershipTimelineFacts, state: MembershipState): Date | null {
  const { status, trialEndsAt, creditedPeriodEnd, endsAt } = facts;
  const paid =
    state === 'active'
      ? creditedPeriodEnd
      : latestInstant(creditedPeriodEnd, status === 'trialing' ? trialEndOfSubscription(facts) : trialEndsAt);
  return paid !== null && endsAt && endsAt < paid ? endsAt : paid;
}

function nextChargeOf(facts: MembershipTimelineFacts, state: MembershipState, now: Date): NextCharge | null {
  const at = chargedAt(facts, state, now);
  const { endsAt, paymentProblem, monthlyPence, undecidedFrom, agreedPrice } = facts;
  if (at === null || (endsAt && endsAt <= at) || (undecidedFrom && undecidedFrom <= at)) return null;
  const own = agreedPrice && agreedPrice.from <= at ? agreedPrice.pence : monthlyPence;
  const pence = state === 'past-due' ? (paymentProblem?.pence ?? own) : own;
  return { pence, at, timing: timingOf(at, now) };
}

function chargedAt(facts: MembershipTimelineFacts, state: MembershipState, now: Date): Date | null {
  const { creditedPeriodEnd, currentPeriodEnd, paymentProblem } = facts;
  switch (state) {
    case 'trial':
      return trialEndOfSubscription(facts);
    case 'active':
      return creditedPeriodEnd;
    case 'charge-due':
      return chargeDueSince(facts);
    // Stripe no longer charges for the current period, but will for the next.
    case 'expired':
      return currentPeriodEnd !== null && currentPeriodEnd > now ? currentPeriodEnd : chargeDueSince(facts);
    case 'past-due':
      return paymentProblem?.nextAttemptAt == null ? null : new Date(paymentProblem.nextAttemptAt);
    case 'none':
    case 'cancelled':
      return null;
  }
}

const timingOf = (at: Date, now: Date): ChargeTiming => {
  const sinceMs = now.getTime() - at.getTime();
  return sinceMs < 0 ? 'planned' : sinceMs < lateAfterMs ? 'due' : 'late';
};

function nextCheckOf({
  state,
  credits,
  nextCharge,
}: {
  state: MembershipState;
  credits: number;
  nextCharge: NextCharge | null;
}): NextCheckTiming | null {
  if (credits > 0) return 'now';
  switch (state) {
    case 'trial':
    case 'active':
    case 'charge-due':
      return nextCharge === null ? null : 'with-charge';
    case 'past-due':
    case 'expired':
      return 'when-paid';
    case 'none':
    case 'cancelled':
      return null;
  }
}

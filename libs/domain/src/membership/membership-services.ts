import type { MembershipState } from './membership-state.ts';

export interface MembershipServices {
  /** Reminders by e-mail, and alerts from free registers: tax, MOT, recalls, petrol prices. */
  emails: boolean;
  /** Reminders and alerts by text. */
  texts: boolean;
  /** Paid look-ups: valuation, finance, and changes of keeper and plate. */
  paidLookups: boolean;
  /** The full check, if its credit is left. */
  fullCheck: boolean;
}

export type MembershipService = keyof MembershipServices;

const nothing = { emails: false, texts: false, paidLookups: false, fullCheck: false };

/**
 * What a membership provides in each state, for all pages, jobs and queries. Services that a failed payment pauses
 * resume automatically once it is paid, and end with the membership when Stripe stops retrying.
 */
export const servicesByMembershipState = {
  none: nothing,
  trial: { emails: true, texts: true, paidLookups: false, fullCheck: false },
  active: { emails: true, texts: true, paidLookups: true, fullCheck: true },
  'charge-due': { emails: true, texts: true, paidLookups: false, fullCheck: false },
  'past-due': { emails: true, texts: false, paidLookups: false, fullCheck: false },
  cancelled: nothing,
  expired: nothing,
} as const satisfies Record<MembershipState, MembershipServices>;

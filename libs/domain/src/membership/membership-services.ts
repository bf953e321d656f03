import type { MembershipState } from './membership-state.ts';

export interface Services {
  /** Reminders by e-mail, and alerts from registers that charge us nothing: tax, MOT, recalls, petrol prices. */
  emails: boolean;
  /** Reminders and alerts by text. */
  texts: boolean;
  /** Look-ups that we pay for: valuation, finance, and changes of keeper and plate. */
  paidLookups: boolean;
  /** The full check, where its credit is left. */
  fullCheck: boolean;
}

export type Service = keyof Services;

const nothing = { emails: false, texts: false, paidLookups: false, fullCheck: false };

/**
 * What a membership provides in each of its states; pages, jobs and queries ask here. What a failed payment pauses goes on
 * by itself once it is paid, and ends with the membership when Stripe gives up.
 */
export const servicesOf = {
  none: nothing,
  trial: { emails: true, texts: true, paidLookups: false, fullCheck: false },
  active: { emails: true, texts: true, paidLookups: true, fullCheck: true },
  'charge-due': { emails: true, texts: true, paidLookups: false, fullCheck: false },
  'past-due': { emails: true, texts: false, paidLookups: false, fullCheck: false },
  cancelled: nothing,
  expired: nothing,
} as const satisfies Record<MembershipState, Services>;

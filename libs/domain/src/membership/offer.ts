/**
 * What is sold, and for how much (specification sections 1 and 9). Every page, mail and charge reads it from here.
 * Amounts in pence.
 */
export const offer = {
  currency: 'gbp',
  tier: 'Premium',
  trial: {
    pence: 50,
    hours: 24,
  },
  membership: {
    name: 'Vehicle Companion Membership',
    pence: 890,
    /** Billing period, in months. */
    months: 1,
    vehicles: 1,
    /** Full VDI checks a billing period. */
    checks: 1,
    /** What the period's full check is worth within the fee, in pence: a used one is not returned. */
    fullCheckPence: 500,
  },
  /** Minimum age of a subscriber, in years. */
  minimumAge: 16,
  /**
   * Stripe turns a trial into a membership at once but charges for it about an hour later, when the draft invoice is
   * finalised.
   */
  firstChargeWithinHours: 1,
  /** The contract may be cancelled without a reason for so long after sign-up and first full charge, in days. */
  coolingOffDays: 14,
  /** A membership charge whose check was not used is returned in full for so long after it, in days. */
  refundDays: 30,
  /** How long before the first full charge the notice is sent, in hours. */
  noticeHours: 12,
} as const;

/** When a trial paid for at `paidAt` ends and the membership begins. */
export const trialEndOf = (paidAt: Date): Date => new Date(paidAt.getTime() + offer.trial.hours * 3_600_000);

/** How long after the end of a trial its first full charge may come, in words: `about an hour`. */
export const firstChargeDelay =
  offer.firstChargeWithinHours > 1 ? `about ${offer.firstChargeWithinHours} hours` : 'about an hour';

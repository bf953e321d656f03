/** The product and its prices (specification sections 1 and 9), for every page, mail and charge. Amounts in pence. */
export const membershipOffer = {
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
    /** Full VDI checks per billing period. */
    checks: 1,
    /** The price of the period's full check within the fee, in pence, which is not refunded once it is used. */
    fullCheckPence: 500,
  },
  /** Minimum age of a subscriber, in years. */
  minimumAge: 16,
  /**
   * Stripe turns a trial into a membership immediately but charges for it about an hour later, when the draft invoice
   * is finalised.
   */
  firstChargeWithinHours: 1,
  /** Days after sign-up and first full charge during which the contract can be cancelled without a reason. */
  coolingOffDays: 14,
  /** Days after a membership charge during which it is refunded in full if its check was not used. */
  refundDays: 30,
  /** Hours before the first full charge at which the notice is sent. */
  noticeHours: 12,
} as const;

/** What card statements call us. Stripe takes up to 22 of A to Z, digits and spaces. */
export const cardStatementName = 'VEHICLE ENQUIRY';

/** When a trial that was paid at `paidAt` ends and the membership begins. */
export const trialEndAfterPayment = (paidAt: Date): Date =>
  new Date(paidAt.getTime() + membershipOffer.trial.hours * 3_600_000);

/** The delay of the first full charge after a trial, as text: `about an hour`. */
export const firstChargeDelayText =
  membershipOffer.firstChargeWithinHours > 1
    ? `about ${membershipOffer.firstChargeWithinHours} hours`
    : 'about an hour';

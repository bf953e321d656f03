const aDay = 86_400_000;

/** A membership charge as the refund rule sees it; times in epoch milliseconds. */
export interface RefundableCharge {
  pence: number;
  /** The price of a used full check under the contract, in pence. */
  fullCheckPence: number;
  paidAt: number;
  periodStart: number;
  periodEnd: number;
}

/**
 * The refund in pence that the terms promise for a cancellation at `at`, implemented independently of the product: the
 * whole charge within 30 days if its check was not used; with a used check, within 14 days of the first full charge
 * ever, the charge minus the check, pro rata for whole days left; otherwise nothing.
 */
export const promisedRefundPence = (
  charge: RefundableCharge,
  { used, firstPaidAt, at }: { used: boolean; firstPaidAt: number; at: number },
): number => {
  if (!used) return at - charge.paidAt <= 30 * aDay ? charge.pence : 0;
  if (at - firstPaidAt > 14 * aDay) return 0;
  const daysLeft = Math.floor(Math.max(0, charge.periodEnd - at) / aDay);
  const rest = charge.pence - charge.fullCheckPence;
  return Math.ceil((rest * daysLeft * aDay) / (charge.periodEnd - charge.periodStart));
};

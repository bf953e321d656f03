const aDay = 86_400_000;

/** A membership charge, as the rule looks at it; times in epoch milliseconds. */
export interface RefundableCharge {
  pence: number;
  /** What its contract says that a used check costs. */
  fullCheckPence: number;
  paidAt: number;
  periodStart: number;
  periodEnd: number;
}

/**
 * What the terms promise to whoever leaves at `at`, written down here once more, apart from the product's own rule: all of the
 * charge within 30 days of it if its check was not used; if it was, within 14 days of the first full charge ever, the check is
 * kept, and the rest comes back for the whole days that are left; else nothing.
 */
export const promisedRefund = (
  charge: RefundableCharge,
  { used, firstPaidAt, at }: { used: boolean; firstPaidAt: number; at: number },
): number => {
  if (!used) return at - charge.paidAt <= 30 * aDay ? charge.pence : 0;
  if (at - firstPaidAt > 14 * aDay) return 0;
  const daysLeft = Math.floor(Math.max(0, charge.periodEnd - at) / aDay);
  const rest = charge.pence - charge.fullCheckPence;
  return Math.ceil((rest * daysLeft * aDay) / (charge.periodEnd - charge.periodStart));
};

/** How long the card holder has, in milliseconds, to authenticate an early upgrade. */
const upgradeAuthenticationMs = 60 * 60_000;

type Status = 'needs-card' | 'needs-authentication' | 'needs-confirmation' | 'processing' | 'succeeded' | 'cancelled';

export interface EarlyUpgradeAttempt {
  /** When it was requested, which is the start of the period that it pays for. */
  periodStart: Date;
  /** Stripe's own charge, and ours after the authentication. */
  attempt: { status: Status; decline: object | null } | null;
  ownPayment: { status: Status; decline: object | null } | null;
}

/**
 * Whether the open invoice that would end a trial early has failed: its card was declined, or its holder has not
 * authenticated, or not within an hour. It is voided, so that nothing is collected later; the trial continues.
 */
export function hasEarlyUpgradeFailed({ periodStart, attempt, ownPayment }: EarlyUpgradeAttempt, now: Date): boolean {
  const payment = ownPayment ?? attempt;
  switch (payment?.status) {
    case 'needs-card':
    case 'cancelled':
      return payment.decline !== null || isLate(periodStart, now);
    case undefined:
    case 'needs-authentication':
      return isLate(periodStart, now);
    case 'needs-confirmation':
    case 'processing':
    case 'succeeded':
      return false;
  }
}

const isLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > upgradeAuthenticationMs;

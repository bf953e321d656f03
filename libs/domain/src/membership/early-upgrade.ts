/** How long the bank's question about an early upgrade is waited for. */
export const questionMs = 60 * 60_000;

type Status = 'needs-card' | 'needs-authentication' | 'needs-confirmation' | 'processing' | 'succeeded' | 'cancelled';

export interface EarlyUpgrade {
  /** When it was asked for: the period that it pays for begins then. */
  periodStart: Date;
  /** Stripe's own charge, and ours after the bank's question. */
  attempt: { status: Status; decline: object | null } | null;
  ownPayment: { status: Status; decline: object | null } | null;
}

/**
 * Whether the open invoice by which a trial would end early leads nowhere: its card was declined, its holder has not
 * confirmed the payment to their bank, or has left the question alone for an hour. It is voided, so that nothing is
 * collected later; the trial goes on.
 */
export function isEarlyUpgradeOver({ periodStart, attempt, ownPayment }: EarlyUpgrade, now: Date): boolean {
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

const isLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > questionMs;

/** A reserved turn with the wait until it, or how long the wait would have been. */
export type RateDecision = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number };

/** A vendor's rate limit for all our processes together. */
export interface VendorRate {
  /** Attempts a second on average. */
  ratePerSecond: number;
  /** Attempts that may be made at once after a quiet spell. */
  burst: number;
}

/** An attempt that was counted in a day's budget. */
export interface CountedAttempt {
  /** Takes the attempt off the budget of its day: it was certainly not charged. To be called once. */
  refundAttempt(): Promise<void>;
}

/**
 * Keeps all our processes together within a vendor's rate limit and our budget for it. Its own failures are thrown:
 * without it no call is made.
 */
export interface VendorLimiter {
  /** Takes a turn if there is one within `maxWaitMs`. Turns are granted in the order of the calls. */
  consumeAttempt(maxWaitMs: number): Promise<RateDecision>;
  /** Grants no turns for this long: the vendor asked for a pause. */
  pause(ms: number): Promise<void>;
  /** Counts an attempt that is about to be made; null when the day's budget is used up. */
  spend(): Promise<CountedAttempt | null>;
}

/**
 * Creates the limiter of a vendor, by its name. Products of one vendor share its rate; `product`, by default the vendor
 * itself, has the day's budget.
 */
export type LimitVendor = (vendor: string, rate: VendorRate, product?: string) => VendorLimiter;

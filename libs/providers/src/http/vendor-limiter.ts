/** A reserved attempt with the wait until it, or how long the wait would have been. */
export type VendorRateLimitDecision = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number };

/** A vendor's rate limit for all our processes together. */
export interface VendorRateLimit {
  /** Attempts per second on average. */
  ratePerSecond: number;
  /** Attempts that may be made together after an idle period. */
  burst: number;
}

/** An attempt that was counted in a day's budget. */
export interface RefundableVendorAttempt {
  /** Takes the attempt off its day's budget, since it was certainly not charged. Call it once. */
  refundAttempt(): Promise<void>;
}

/**
 * Keeps all our processes together within a vendor's rate limit and our daily budget for it. Its own failures are
 * thrown: without the limiter no call is made.
 */
export interface VendorLimiter {
  /** Reserves an attempt if one is free within `maxWaitMs`. Attempts are granted in the order of the calls. */
  consumeAttempt(maxWaitMs: number): Promise<VendorRateLimitDecision>;
  /** Grants no attempts for this long: the vendor requested a pause. */
  pause(ms: number): Promise<void>;
  /** Counts an attempt that is about to be made; null when the day's budget is used up. */
  spend(): Promise<RefundableVendorAttempt | null>;
}

/**
 * Creates the limiter of a vendor, by its name. Products of one vendor share its rate; `product`, by default the vendor
 * itself, has the day's budget.
 */
export type CreateVendorLimiter = (vendor: string, rate: VendorRateLimit, product?: string) => VendorLimiter;

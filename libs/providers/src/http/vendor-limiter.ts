/** A promise of a turn: wait so long, or be told how long it would have been. */
export type Turn = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number };

/** What a vendor bears of all our processes together. */
export interface VendorRate {
  /** Tries a second on average. */
  ratePerSecond: number;
  /** Tries that may go out together after a quiet spell. */
  burst: number;
}

/**
 * Keeps all our processes together within a vendor's rate and our budget for it. Its own failures are thrown: without
 * it nobody is called.
 */
export interface VendorLimiter {
  /** Takes a turn if it comes within `longestWaitMs`. Turns are given in the order in which they are asked for. */
  takeTurn(longestWaitMs: number): Promise<Turn>;
  /** Nobody gets a turn for so long: the vendor asked for it. */
  pause(ms: number): Promise<void>;
  /** Counts a try that is about to be made; false when the budget of the day has no room for it. */
  spend(): Promise<boolean>;
}

/** Makes the limiter of a vendor, by its name. */
export type LimitVendor = (vendor: string, rate: VendorRate) => VendorLimiter;

import type { VendorRate } from './http/vendor-limiter.ts';

/** What each source of a vehicle record bears of us. */
export const vehicleRates = {
  /** DVLA publishes no rate, only that it throttles by the second. */
  DVLA: { ratePerSecond: 15, burst: 15 },
  /**
   * DVSA allows 15 a second and 10 at once, and blocks the key of whoever goes beyond repeatedly. A little less, since
   * the network may press together what we sent apart.
   */
  DVSA: { ratePerSecond: 14, burst: 8 },
  /** The rate of a trial key; a paid one has no published limit. */
  UKVD: { ratePerSecond: 10, burst: 10 },
} as const satisfies Record<string, VendorRate>;

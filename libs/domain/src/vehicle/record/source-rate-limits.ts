import type { SourceName } from './vehicle-record.ts';

/**
 * The rate limit of each source over all our processes: calls per second on average, and the burst after a quiet
 * period.
 */
export const sourceRateLimits: Record<SourceName, { ratePerSecond: number; burst: number }> = {
  /** DVLA publishes no rate limit, only that it throttles per second. */
  DVLA: { ratePerSecond: 15, burst: 15 },
  /**
   * DVSA allows 15 a second and a burst of 10, and blocks keys that exceed it repeatedly. We stay a little below, since
   * network jitter may bunch calls up.
   */
  DVSA: { ratePerSecond: 14, burst: 8 },
  /** The rate of a trial key; a paid key has no published limit. */
  UKVD: { ratePerSecond: 10, burst: 10 },
};

/** The number of records that can be fetched per second: each fetch calls every source. */
export const maxVehicleFetchesPerSecond = Math.min(
  ...Object.values(sourceRateLimits).map(({ ratePerSecond }) => ratePerSecond),
);

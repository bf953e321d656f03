import type { SourceName } from './vehicle-record.ts';

/** What each source bears of all our processes together: calls a second on average, and at once after a quiet spell. */
export const sourceRates: Record<SourceName, { ratePerSecond: number; burst: number }> = {
  /** DVLA publishes no rate, only that it throttles by the second. */
  DVLA: { ratePerSecond: 15, burst: 15 },
  /**
   * DVSA allows 15 a second and 10 at once, and blocks the key of whoever goes beyond repeatedly. A little less, since
   * the network may press together what we sent apart.
   */
  DVSA: { ratePerSecond: 14, burst: 8 },
  /** The rate of a trial key; a paid one has no published limit. */
  UKVD: { ratePerSecond: 10, burst: 10 },
};

/** Records that can be fetched in a second: every source is asked for each. */
export const recordsPerSecond = Math.min(...Object.values(sourceRates).map(({ ratePerSecond }) => ratePerSecond));

/** Time limits for fetching a record, in milliseconds. */
export const vehicleFetchTimeLimits = {
  /** A source that has not responded after this time is unavailable. */
  askedMs: 30_000,
  /**
   * A fetch that is still open after this time is closed as unavailable, so that no page waits without limit: if a
   * worker is killed just before its sources respond, its job is run again after some 12 seconds, and queries them
   * again.
   */
  closedMs: 90_000,
  /** No fetch is open for longer: a sweep that runs every few seconds closes it. */
  maxDurationMs: 105_000,
} as const;

/** Time limits for a full check, in milliseconds. */
export const fullCheckTimeLimits = {
  /**
   * Longer than a check takes with all its attempts: one that is still open after this time is ended, as failed if
   * necessary.
   */
  closedMs: 300_000,
  /** No check is open for longer: a sweep that runs every few seconds ends it. */
  maxDurationMs: 330_000,
  /** A page that has not received the end after this time stops following. */
  followedMs: 360_000,
} as const;

/** How long the answer that no source holds a registration is not asked for again, in milliseconds. */
export const vehicleNotFoundCacheMs = 60_000;

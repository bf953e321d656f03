/** How long the sources of a record are asked, in milliseconds. */
export const fetchTimes = {
  /** A source that has not answered by then is unavailable. */
  askedMs: 30_000,
  /**
   * A fetch that is still open by then is closed as unavailable, so that no page waits for ever: a worker may be killed
   * just before its sources answer, its job is run again after some 12 seconds, and asks those again.
   */
  closedMs: 90_000,
  /** No fetch is open for longer, closed by a sweep that runs every few seconds. */
  maxDurationMs: 105_000,
} as const;

/** How long a full check lasts, in milliseconds. */
export const checkTimes = {
  /** Longer than a check takes with all its attempts: one that is still open by then is ended, failed if need be. */
  closedMs: 300_000,
  /** No check is open for longer, ended by a sweep that runs every few seconds. */
  maxDurationMs: 330_000,
  /** A page that has not heard the end by then gives up following. */
  followedMs: 360_000,
} as const;

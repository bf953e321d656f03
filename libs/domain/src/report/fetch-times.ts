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
  longestMs: 105_000,
} as const;

/** The maximum difference between the clocks of two processes. */
export const clockMarginMs = 5 * 60_000;

/**
 * Returns the latest instant that a time stored up to `now` can have, with a margin for clocks that differ by minutes.
 * A later one was stored before the clock was set back, and must not block anything until that time is reached again.
 */
export const latestPlausibleInstant = (now: Date): Date => new Date(now.getTime() + clockMarginMs);

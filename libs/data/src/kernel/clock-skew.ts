/** By how much the clocks of processes may differ. */
export const clockMarginMs = 5 * 60_000;

/**
 * An instant that no time stored up to `now` can lie beyond, with room for clocks that differ by minutes: what does was
 * stored before the clock was set back, and must not hold anything until that time comes round again.
 */
export const latestPlausibleInstant = (now: Date): Date => new Date(now.getTime() + clockMarginMs);

/** A promise of a turn: wait so long, or be told how long it would have been. */
export type Turn = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number };

export interface TokenBucket {
  /** Takes a turn if it comes within `longestWaitMs`. Turns are given in the order in which they are asked for. */
  take(longestWaitMs: number): Turn;
  /** Nobody gets a turn for so long: the source asked for it. */
  pause(ms: number): void;
}

/** Token bucket of `burst` tokens that refills at `ratePerSecond`; `now` is in milliseconds and never goes back. */
export function createTokenBucket(ratePerSecond: number, burst: number, now: () => number): TokenBucket {
  let tokens = burst;
  let countedAt = now();
  let pausedUntil = -Infinity;
  return {
    take(longestWaitMs) {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - countedAt) * ratePerSecond) / 1_000);
      countedAt = at;
      // Below zero are the turns already promised to those who wait.
      const refillMs = tokens >= 1 ? 0 : ((1 - tokens) / ratePerSecond) * 1_000;
      const waitMs = Math.ceil(Math.max(refillMs, pausedUntil - at));
      if (waitMs > longestWaitMs) return { granted: false, retryAfterMs: waitMs };
      tokens -= 1;
      return { granted: true, waitMs: Math.max(0, waitMs) };
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
  };
}

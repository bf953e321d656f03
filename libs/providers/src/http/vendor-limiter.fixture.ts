import type { CreateVendorLimiter } from './vendor-limiter.ts';

/** A rate limiter within one process and without a daily budget, for testing adapters without a database. */
export const createInMemoryLimiter: CreateVendorLimiter = (_vendor, { ratePerSecond, burst }) => {
  let tokens = burst;
  let countedAt = performance.now();
  let pausedUntil = -Infinity;
  return {
    consumeAttempt: (maxWaitMs) => {
      const at = performance.now();
      tokens = Math.min(burst, tokens + ((at - countedAt) * ratePerSecond) / 1_000);
      countedAt = at;
      // Below zero: attempts reserved by waiting calls.
      const refillMs = tokens >= 1 ? 0 : ((1 - tokens) / ratePerSecond) * 1_000;
      const waitMs = Math.ceil(Math.max(0, refillMs, pausedUntil - at));
      if (waitMs > maxWaitMs) return Promise.resolve({ granted: false, retryAfterMs: waitMs });
      tokens -= 1;
      return Promise.resolve({ granted: true, waitMs });
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      return Promise.resolve();
    },
    spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
  };
};

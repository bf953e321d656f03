import type { LimitVendor } from '@ve/providers/http/vendor-limiter';

/**
 * Keeps one process within a vendor's rate, for a command that runs while no other process does and must not write to the
 * database.
 */
export const limitInProcess: LimitVendor = (_vendor, { ratePerSecond }) => {
  let freeAt = 0;
  return {
    consumeAttempt: () => {
      const now = performance.now();
      const at = Math.max(now, freeAt);
      freeAt = at + 1_000 / ratePerSecond;
      return Promise.resolve({ granted: true, waitMs: at - now });
    },
    pause: (ms) => {
      freeAt = Math.max(freeAt, performance.now() + ms);
      return Promise.resolve();
    },
    spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
  };
};

import type { CreateVendorLimiter } from '@ve/providers/http/vendor-limiter';

/** Limits the rate of vendor calls within one process, for a command that runs alone and must not write to the database. */
export const limitVendorInProcess: CreateVendorLimiter = (_vendor, { ratePerSecond }) => {
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

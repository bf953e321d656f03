import type { CreateVendorLimiter } from '@ve/providers/http/vendor-limiter';

export const unlimitedVendorLimiter: CreateVendorLimiter = () => ({
  consumeAttempt: () => Promise.resolve({ granted: true, waitMs: 0 }),
  pause: () => Promise.resolve(),
  spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
});

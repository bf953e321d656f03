import type { LimitVendor } from '@ve/providers/http/vendor-limiter';

export const unlimitedVendor: LimitVendor = () => ({
  consumeAttempt: () => Promise.resolve({ granted: true, waitMs: 0 }),
  pause: () => Promise.resolve(),
  spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
});

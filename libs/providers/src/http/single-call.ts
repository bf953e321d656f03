import type { AdapterOptions } from './adapter-options.ts';
import type { CreateVendorLimiter } from './vendor-limiter.ts';

/** For a few calls by hand, which need no limit that processes share. */
export const unlimitedVendorLimiter: CreateVendorLimiter = () => ({
  consumeAttempt: () => Promise.resolve({ granted: true, waitMs: 0 }),
  pause: () => Promise.resolve(),
  spend: () => Promise.resolve({ refundAttempt: () => Promise.resolve() }),
});

/** Options of an adapter that makes one attempt by hand. */
export const singleCall: AdapterOptions = { createVendorLimiter: unlimitedVendorLimiter, limits: { maxRetries: 0 } };

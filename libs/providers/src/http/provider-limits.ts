import type { VendorRateLimit } from './vendor-limiter.ts';

/** Limits on the time and memory that one provider may use. */
export interface ProviderLimits extends VendorRateLimit {
  connectTimeoutMs: number;
  /** From the request to the response headers. */
  headersTimeoutMs: number;
  /** Between two chunks of a body; the whole body is limited by `totalTimeoutMs`. */
  bodyTimeoutMs: number;
  /** The time of one call: waiting for the rate limiter, attempts and pauses between them. */
  totalTimeoutMs: number;
  /** The maximum wait for a slot, and then for the rate limiter: the remaining time is the vendor's. */
  maxWaitMs: number;
  maxResponseBytes: number;
  /** Attempts per call beyond the first; 0 for calls that must not reach the vendor twice. */
  maxRetries: number;
  /** First pause before a retry; doubles, and half of it is random. */
  backoffMs: number;
  /** A Retry-After longer than this ends the call instead of delaying it. */
  maxRetryAfterMs: number;
  /** Consecutive failures that open the circuit. */
  breakerFailures: number;
  /** How long the circuit stays open before a trial attempt. */
  breakerHalfOpenMs: number;
  /** Concurrent calls; also the number of connections. */
  concurrency: number;
  /** Calls that may wait beyond `concurrency`. */
  queue: number;
}

export const defaultProviderLimits: Omit<ProviderLimits, keyof VendorRateLimit> = {
  connectTimeoutMs: 2_000,
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 8_000,
  totalTimeoutMs: 8_000,
  maxWaitMs: 4_000,
  maxResponseBytes: 1_048_576,
  maxRetries: 2,
  backoffMs: 200,
  maxRetryAfterMs: 2_000,
  breakerFailures: 5,
  breakerHalfOpenMs: 15_000,
  concurrency: 16,
  queue: 64,
};

/** For vendors of vehicle data: some respond late, and a report that shows its sections as they arrive can wait. */
export const slowProviderLimits: typeof defaultProviderLimits = {
  ...defaultProviderLimits,
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 30_000,
};

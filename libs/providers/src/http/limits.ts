import type { VendorRate } from './vendor-limiter.ts';

/** How far one provider may be trusted with our time, memory and patience. */
export interface ProviderLimits extends VendorRate {
  connectTimeoutMs: number;
  /** From the request to the answer's headers. */
  headersTimeoutMs: number;
  /** Between two pieces of a body; the whole body is bounded by `totalTimeoutMs`. */
  bodyTimeoutMs: number;
  /** One call: waiting for a turn, tries and pauses between them. */
  totalTimeoutMs: number;
  maxResponseBytes: number;
  /** Tries beyond the first, of one call; 0 for what must not reach the vendor twice. */
  maxRetries: number;
  /** First pause before a retry; doubles, and half of it is random. */
  backoffMs: number;
  /** A longer Retry-After than this ends the call instead of delaying it. */
  longestRetryAfterMs: number;
  /** Faults in a row that open the circuit. */
  breakerFailures: number;
  /** How long the circuit stays open before one try is let through. */
  breakerHalfOpenMs: number;
  /** Calls at once; also the connections kept. */
  concurrency: number;
  /** Calls waiting beyond `concurrency`. */
  queue: number;
}

export const defaultLimits: Omit<ProviderLimits, keyof VendorRate> = {
  connectTimeoutMs: 2_000,
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 8_000,
  totalTimeoutMs: 8_000,
  maxResponseBytes: 1_048_576,
  maxRetries: 2,
  backoffMs: 200,
  longestRetryAfterMs: 2_000,
  breakerFailures: 5,
  breakerHalfOpenMs: 15_000,
  concurrency: 16,
  queue: 64,
};

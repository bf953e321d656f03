/** Why a vendor gave no usable response; the same values for every vendor. */
export type VendorCallFailure =
  'timeout' | 'rate-limited' | 'budget-spent' | 'refused' | 'source-error' | 'unreadable-answer' | 'circuit-open';

/** `retryAfterMs`: how long the vendor, our rate limiter or the circuit breaker requires the caller to wait. */
export interface VendorUnavailableResult {
  state: 'unavailable';
  reason: VendorCallFailure;
  retryAfterMs?: number;
}

/** An adapter's result; `state` names one of the vendor's documented outcomes. */
export interface VendorAnswer {
  state: string;
}

/** The result of one call: one of the adapter's own answers, or why there is none. */
export type VendorCallResult<A extends VendorAnswer> = A | VendorUnavailableResult;

/** Whether there was no usable response. No adapter uses this state for an answer of its own. */
export const isVendorUnavailable = (result: VendorAnswer): result is VendorUnavailableResult =>
  result.state === 'unavailable';

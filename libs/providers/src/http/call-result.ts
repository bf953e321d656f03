/** Why a vendor gave no usable response; the same values for every vendor. */
export type CallFailure =
  'timeout' | 'rate-limited' | 'budget-spent' | 'refused' | 'source-error' | 'unreadable-answer' | 'circuit-open';

/** `retryAfterMs`: how long the vendor, our rate limiter or the circuit breaker requires the caller to wait. */
export interface Unavailable {
  state: 'unavailable';
  reason: CallFailure;
  retryAfterMs?: number;
}

/** An adapter's result; `state` names one of the vendor's documented outcomes. */
export interface Answer {
  state: string;
}

/** The result of one call: one of the adapter's own answers, or why there is none. */
export type CallResult<A extends Answer> = A | Unavailable;

/** Whether there was no usable response. No adapter uses this state for an answer of its own. */
export const isUnavailable = (result: Answer): result is Unavailable => result.state === 'unavailable';

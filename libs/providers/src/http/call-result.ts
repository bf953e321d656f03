/** Why a vendor gave no answer that can be used; the same words for every vendor. */
export type CallFailure =
  'timeout' | 'rate-limited' | 'budget-spent' | 'refused' | 'source-error' | 'unreadable-answer' | 'circuit-open';

/** `retryAfterMs` is how long the vendor (or our own limiter or breaker) asks to be left alone. */
export interface Unavailable {
  state: 'unavailable';
  reason: CallFailure;
  retryAfterMs?: number;
}

/** An answer as its adapter tells it: `state` says which one of those that the vendor documents. */
export interface Answer {
  state: string;
}

/** What came of one call: one of the adapter's own answers, or why there is none. */
export type CallResult<A extends Answer> = A | Unavailable;

/** Whether there was no answer. No adapter has an answer of its own in this state. */
export const isUnavailable = (result: Answer): result is Unavailable => result.state === 'unavailable';

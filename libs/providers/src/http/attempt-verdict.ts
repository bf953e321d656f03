import type { VendorAnswer, VendorCallFailure, VendorCallResult } from './call-result.ts';
import type { HttpExchangeOutcome, HttpResponse } from './http-exchange.ts';

/** The result of one attempt, for the caller, the retry policy and the breaker. */
export interface AttemptVerdict<A extends VendorAnswer> {
  result: VendorCallResult<A>;
  notes: readonly string[];
  /** Whether the same request may succeed if retried shortly. */
  retryable: boolean;
  /** The vendor charges per response, and certainly not for this one. */
  uncharged?: boolean;
  /** The vendor is unhealthy; enough of these in a row open the circuit. */
  fault: boolean;
}

/** The verdict on a documented response. */
export function answeredAttemptVerdict<A extends VendorAnswer>(
  answer: A,
  notes: readonly string[] = [],
): AttemptVerdict<A> {
  return { result: answer, notes, retryable: false, fault: false };
}

/** The verdict without a usable response. */
export function unavailableAttemptVerdict(
  reason: VendorCallFailure,
  how: { retryable?: boolean; fault?: boolean; retryAfterMs?: number | null; notes?: readonly string[] } = {},
): AttemptVerdict<never> {
  const { retryable = false, fault = false, retryAfterMs = null, notes = [] } = how;
  return {
    result: { state: 'unavailable', reason, ...(retryAfterMs === null ? {} : { retryAfterMs }) },
    notes,
    retryable,
    fault,
  };
}

/** The verdict on a 200 that does not have the documented shape. */
export function unreadableAttemptVerdict(notes: readonly string[] = []): AttemptVerdict<never> {
  return unavailableAttemptVerdict('unreadable-answer', { fault: true, notes });
}

/** The verdict by HTTP status alone, when the body adds nothing. */
export function attemptVerdictOfStatus({ status, retryAfterMs }: HttpResponse): AttemptVerdict<never> {
  if (status === 401 || status === 403) return unavailableAttemptVerdict('refused');
  if (status === 429) return unavailableAttemptVerdict('rate-limited', { retryable: true, retryAfterMs });
  if (status >= 200 && status < 300) return unreadableAttemptVerdict();
  // A plain 500 is not retried: none of the vendors documents it as transient.
  const retryable = status === 502 || status === 503 || status === 504;
  return unavailableAttemptVerdict('source-error', { retryable, fault: true, retryAfterMs });
}

/** The verdict when no response came. A timeout is never retried: the vendor is already overloaded. */
export function attemptVerdictOfFailure(
  failure: Extract<HttpExchangeOutcome, { answered: false }>['failure'],
): AttemptVerdict<never> {
  switch (failure) {
    case 'timeout':
    case 'cancelled':
      return unavailableAttemptVerdict('timeout', { fault: true });
    case 'connection':
      return unavailableAttemptVerdict('source-error', { retryable: true, fault: true });
    case 'unreadable':
      return unreadableAttemptVerdict();
  }
}

import type { Answer, CallFailure, CallResult } from './call-result.ts';
import type { Exchange, HttpAnswer } from './exchange.ts';

/** What one try means: for the caller, for the retry and for the breaker. */
export interface Verdict<A extends Answer> {
  result: CallResult<A>;
  notes: readonly string[];
  /** The same request may be made again and may fare better in a moment. */
  retryable: boolean;
  /** The vendor is unwell; enough of these in a row open the circuit. */
  fault: boolean;
}

/** The vendor answered as documented. */
export function settled<A extends Answer>(answer: A, notes: readonly string[] = []): Verdict<A> {
  return { result: answer, notes, retryable: false, fault: false };
}

/** The vendor said nothing that can be used. */
export function unavailable(
  reason: CallFailure,
  how: { retryable?: boolean; fault?: boolean; retryAfterMs?: number | null; notes?: readonly string[] } = {},
): Verdict<never> {
  const { retryable = false, fault = false, retryAfterMs = null, notes = [] } = how;
  return {
    result: { state: 'unavailable', reason, ...(retryAfterMs === null ? {} : { retryAfterMs }) },
    notes,
    retryable,
    fault,
  };
}

/** A 200 that is not the documented shape. */
export function unreadable(notes: readonly string[] = []): Verdict<never> {
  return unavailable('unreadable-answer', { fault: true, notes });
}

/** Meaning of an exchange by its status alone, where the vendor's own words say no more. */
export function verdictOfStatus({ status, retryAfterMs }: HttpAnswer): Verdict<never> {
  if (status === 401 || status === 403) return unavailable('refused');
  if (status === 429) return unavailable('rate-limited', { retryable: true, retryAfterMs });
  if (status >= 200 && status < 300) return unreadable();
  // A bare 500 is not repeated: none of the vendors documents it as passing.
  const retryable = status === 502 || status === 503 || status === 504;
  return unavailable('source-error', { retryable, fault: true, retryAfterMs });
}

/** Meaning of an exchange in which no answer came. A timeout is never repeated: the vendor is already behind. */
export function verdictOfFailure(failure: Extract<Exchange, { answered: false }>['failure']): Verdict<never> {
  switch (failure) {
    case 'timeout':
    case 'cancelled':
      return unavailable('timeout', { fault: true });
    case 'connection':
      return unavailable('source-error', { retryable: true, fault: true });
    case 'unreadable':
      return unreadable();
  }
}

import type { UnavailableReason } from '@ve/domain/report/vehicle-record';
import type { Answer } from '../answer.ts';
import type { Exchange, HttpAnswer } from './exchange.ts';

/** What one call means: for the caller, for the retry and for the breaker. */
export interface Verdict<T> {
  answer: Answer<T>;
  notes: readonly string[];
  /** The same call may fare better in a moment. */
  retryable: boolean;
  /** The source is unwell; enough of these in a row open the circuit. */
  fault: boolean;
}

/** The source answered as documented. */
export function settled<T>(answer: Answer<T>, notes: readonly string[] = []): Verdict<T> {
  return { answer, notes, retryable: false, fault: false };
}

/** The source said nothing that may be shown. */
export function unavailable(
  reason: UnavailableReason,
  how: { retryable?: boolean; fault?: boolean; retryAfterMs?: number | null; notes?: readonly string[] } = {},
): Verdict<never> {
  const { retryable = false, fault = false, retryAfterMs = null, notes = [] } = how;
  return {
    answer: { state: 'unavailable', reason, ...(retryAfterMs === null ? {} : { retryAfterMs }) },
    notes,
    retryable,
    fault,
  };
}

/** A 200 that is not the documented shape. */
export function unreadable(notes: readonly string[] = []): Verdict<never> {
  return unavailable('unreadable-answer', { fault: true, notes });
}

/** A record; one of which nothing could be read although something was filled is not a record but another shape. */
export function readRecord<T extends object>(data: T, notes: readonly string[]): Verdict<T> {
  const holdsNothing = Object.values(data).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return holdsNothing && notes.length > 0 ? unreadable(notes) : settled({ state: 'found', data }, notes);
}

/** Meaning of an exchange by its status alone, where the source's own words say no more. */
export function verdictOfStatus({ status, retryAfterMs }: HttpAnswer): Verdict<never> {
  if (status === 401 || status === 403) return unavailable('refused');
  if (status === 429) return unavailable('rate-limited', { retryable: true, retryAfterMs });
  if (status >= 200 && status < 300) return unreadable();
  // A bare 500 is not repeated: none of the sources documents it as passing.
  const retryable = status === 502 || status === 503 || status === 504;
  return unavailable('source-error', { retryable, fault: true, retryAfterMs });
}

/** Meaning of an exchange in which no answer came. A timeout is never repeated: the source is already behind. */
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

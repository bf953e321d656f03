import type { UnavailableReason } from '@ve/domain/report/vehicle-record';

/**
 * What a source said of one registration. `not-held`: it answered and has no such record; `invalid`: it does not
 * take the registration as one; `unavailable`: it said nothing that may be shown. `retryAfterMs` is how long the
 * source (or our own limiter or breaker) asks to be left alone.
 */
export type Answer<T> =
  | { state: 'found'; data: T }
  | { state: 'not-held' }
  | { state: 'invalid' }
  | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number };

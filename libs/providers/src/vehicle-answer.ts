import type { UnavailableReason } from '@ve/domain/report/vehicle-record';
import { settled, unreadable, type Verdict } from './http/verdict.ts';

/**
 * What a source's own answer about one registration means. `not-held`: it answered and has no such record; `invalid`:
 * it rejects the registration.
 */
export type VehicleReply<T> = { state: 'found'; data: T } | { state: 'not-held' } | { state: 'invalid' };

/**
 * What a source said of one registration, or why it said nothing that may be shown. `retryAfterMs` is how long the
 * source (or our own limiter or breaker) asks to be left alone.
 */
export type VehicleAnswer<T> =
  VehicleReply<T> | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number };

/** A record; one of which nothing could be read although something was filled is not a record but another shape. */
export function foundRecord<T extends object>(data: T, notes: readonly string[]): Verdict<{ state: 'found'; data: T }> {
  const holdsNothing = Object.values(data).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return holdsNothing && notes.length > 0 ? unreadable(notes) : settled({ state: 'found', data }, notes);
}

/** The registration as it is asked for: upper case, letters and digits only. */
export function bareRegistration(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a registration has the form that may be sent to a source at all. */
export function isSendable(registration: string): boolean {
  return /^[A-Z0-9]{2,7}$/.test(registration);
}

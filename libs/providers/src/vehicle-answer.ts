import type { UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';
import { settled, unreadable, type Verdict } from './http/verdict.ts';

/**
 * A source's own answer about one registration. `not-held`: it has no such record; `invalid`:
 * it rejects the registration.
 */
export type VehicleReply<T> = { state: 'found'; data: T } | { state: 'not-held' } | { state: 'invalid' };

/**
 * A source's answer about one registration, or why there is none. `retryAfterMs`: how long the source, our rate limiter
 * or the circuit breaker asks us to wait.
 */
export type VehicleAnswer<T> =
  VehicleReply<T> | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number };

/**
 * Whether the vendor charged a look-up that gave no data. `no`: it was never sent, or the vendor itself said that it
 * failed. `unknown`: it was sent, and what became of it is not known.
 */
export type Charged = 'no' | 'unknown';

/** A found record; if no field could be read although some were filled, the shape is unknown instead. */
export function foundRecord<T extends object>(data: T, notes: readonly string[]): Verdict<{ state: 'found'; data: T }> {
  const holdsNothing = Object.values(data).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return holdsNothing && notes.length > 0 ? unreadable(notes) : settled({ state: 'found', data }, notes);
}

/** The registration as sent to sources: upper case, letters and digits only. */
export function bareRegistration(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a registration is valid enough to be sent to a source. */
export function isSendable(registration: string): boolean {
  return /^[A-Z0-9]{2,7}$/.test(registration);
}

import type { UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';
import { finalVerdict, unreadable, type Verdict } from './http/verdict.ts';

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
export function toFoundRecord<T extends object>(
  data: T,
  notes: readonly string[],
): Verdict<{ state: 'found'; data: T }> {
  const isEmptyRecord = Object.values(data).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return isEmptyRecord && notes.length > 0 ? unreadable(notes) : finalVerdict({ state: 'found', data }, notes);
}

/** The registration as sent to sources: upper case, letters and digits only. */
export function normaliseRegistration(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a registration is valid enough to be sent to a source. */
export function isSendableRegistration(registration: string): boolean {
  return /^[A-Z0-9]{2,7}$/.test(registration);
}

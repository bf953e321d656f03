import type { UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';
import { answeredAttemptVerdict, unreadableAttemptVerdict, type AttemptVerdict } from './http/attempt-verdict.ts';

/**
 * A source's response about one registration. `not-held`: it has no such record; `invalid`: it rejects the
 * registration.
 */
export type AvailableVehicleAnswer<T> = { state: 'found'; data: T } | { state: 'not-held' } | { state: 'invalid' };

/**
 * A source's response about one registration, or why there is none. `retryAfterMs`: how long the source, our rate
 * limiter or the circuit breaker requires the caller to wait.
 */
export type VehicleAnswer<T> =
  AvailableVehicleAnswer<T> | { state: 'unavailable'; reason: UnavailableReason; retryAfterMs?: number };

/**
 * Whether the vendor charged a look-up that gave no data. `no`: it was never sent, or the vendor itself reported its
 * failure. `unknown`: it was sent, and its outcome is not known.
 */
export type FailedLookupCharge = 'no' | 'unknown';

/** A found record, or `unreadable` if no field could be parsed although some had values. */
export function attemptVerdictOfVehicleData<T extends object>(
  data: T,
  notes: readonly string[],
): AttemptVerdict<{ state: 'found'; data: T }> {
  const isEmptyRecord = Object.values(data).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return isEmptyRecord && notes.length > 0
    ? unreadableAttemptVerdict(notes)
    : answeredAttemptVerdict({ state: 'found', data }, notes);
}

/** The registration as sent to sources: upper case, letters and digits only. */
export function normaliseRegistration(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a registration is valid enough to be sent to a source. */
export function isQueryableRegistration(registration: string): boolean {
  return /^[A-Z0-9]{2,7}$/.test(registration);
}

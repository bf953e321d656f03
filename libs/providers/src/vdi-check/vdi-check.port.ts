import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import type { UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';
import type { FailedLookupCharge, AvailableVehicleAnswer } from '../vehicle-answer.ts';

/** The result of a look-up. `found` is charged; the vendor does not document whether `not-held` and `invalid` are. */
export type VdiCheckAnswer =
  | AvailableVehicleAnswer<VdiCheck>
  | { state: 'unavailable'; reason: UnavailableReason; charged: FailedLookupCharge; retryAfterMs?: number };

/**
 * The registers of police, insurers and lenders. Each look-up costs about £3, and the vendor has no idempotency key.
 */
export interface VdiCheckPort {
  /**
   * Looks up a registration in at most one attempt: the caller decides whether to pay for another. Resolves within 30
   * seconds and never throws because of the source. @throws the reason of `signal`, when and only when the caller
   * aborts it; it is then unknown whether the look-up was charged.
   */
  find(registration: string, signal?: AbortSignal): Promise<VdiCheckAnswer>;
}

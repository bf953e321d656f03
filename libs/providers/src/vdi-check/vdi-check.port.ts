import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import type { UnavailableReason } from '@ve/domain/vehicle/record/vehicle-record';
import type { Charged, VehicleReply } from '../vehicle-answer.ts';

/** A look-up's answer. `found` is charged; whether `not-held` and `invalid` are, the vendor does not document. */
export type VdiCheckAnswer =
  VehicleReply<VdiCheck> | { state: 'unavailable'; reason: UnavailableReason; charged: Charged; retryAfterMs?: number };

/** The registers of police, insurers and lenders. Each look-up costs about £3, and the vendor has no idempotency key. */
export interface VdiCheckPort {
  /**
   * Looks a registration up in at most one attempt: the caller decides whether to pay for another. Resolves within
   * 30 seconds and never throws because of the source.
   * @throws the reason of `signal`, when and only when the caller aborts it; whether it was charged is then not known.
   */
  find(registration: string, signal?: AbortSignal): Promise<VdiCheckAnswer>;
}

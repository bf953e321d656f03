import type { Valuation } from '@ve/domain/vehicle/record/full-check';
import type { VehicleAnswer } from '../vehicle-answer.ts';

/** Prices of a vehicle. Each look-up costs about 20p; only one that was certainly not charged is repeated by itself. */
export interface ValuationPort {
  /**
   * Values a vehicle at `miles`, or with null at the miles that the vendor expects of it. Resolves within 30 seconds and
   * never throws because of the source.
   * @throws the reason of `signal`, when and only when the caller aborts it.
   */
  find(registration: string, miles: number | null, signal?: AbortSignal): Promise<VehicleAnswer<Valuation>>;
}

import type { Valuation } from '@ve/domain/vehicle/record/full-check';
import type { VehicleAnswer } from '../vehicle-answer.ts';

/**
 * Prices of a vehicle. Each look-up costs about 20p; it is retried automatically only when it was certainly not
 * charged.
 */
export interface ValuationPort {
  /**
   * Values a vehicle at `miles`, or with null at the mileage that the vendor expects. Resolves within 30 seconds and
   * never throws because of the source. @throws the reason of `signal`, when and only when the caller aborts it.
   */
  find(registration: string, miles: number | null, signal?: AbortSignal): Promise<VehicleAnswer<Valuation>>;
}

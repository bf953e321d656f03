import type { DvlaLicensingData } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '../vehicle-answer.ts';

export interface VehicleEnquiryPort {
  /**
   * Tax, MOT status and registration details of a vehicle. Resolves within 30 seconds and never throws because of the
   * source. @throws the reason of `signal`, when and only when the caller aborts it.
   */
  find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<DvlaLicensingData>>;
}

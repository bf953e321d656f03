import type { MotHistoryPort } from '@ve/providers/mot-history/mot-history.port';
import type { SpecificationPort } from '@ve/providers/specification/specification.port';
import type { ValuationPort } from '@ve/providers/valuation/valuation.port';
import type { VdiCheckPort } from '@ve/providers/vdi-check/vdi-check.port';
import type { VehicleEnquiryPort } from '@ve/providers/vehicle-enquiry/vehicle-enquiry.port';
import type { VehiclePicturePort } from '@ve/providers/vehicle-picture/vehicle-picture.port';

/** The vendor of pictures, and how long one may be kept. */
export interface PictureVendor {
  port: VehiclePicturePort;
  licenceDays: number;
}

export interface PictureDeps {
  /** Absent if no licence is configured; then none are bought. */
  pictures?: PictureVendor | undefined;
}

/** The sources of vehicle data. */
export interface VehicleDataSources {
  licensing: VehicleEnquiryPort;
  testing: MotHistoryPort;
  specification: SpecificationPort;
  close(): Promise<void>;
}

/** All sources of a full check: the free ones, and those that charge for each look-up. */
export interface FullCheckDeps extends PictureDeps {
  sources: VehicleDataSources;
  registers: VdiCheckPort;
  valuations: ValuationPort;
}

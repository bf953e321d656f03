import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';

export interface ReportChecksProps {
  record: VehicleRecord;
  /** Null if this reader has none. */
  fullCheck: FullCheck | null;
  /** The date that statuses are computed for. */
  today: IsoDate;
}

/** The props of a section of a completed full check. */
export type CompletedCheckProps = ReportChecksProps & { fullCheck: FullCheck };

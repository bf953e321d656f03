import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';

/** What each tab of the report is rendered from. */
export interface ChecksProps {
  record: VehicleRecord;
  /** Null: none was made for this reader. */
  fullCheck: FullCheck | null;
  /** The date that statuses are computed for. */
  today: IsoDate;
}

/** What a section of a full check that was made is rendered from. */
export type DoneProps = ChecksProps & { fullCheck: FullCheck };

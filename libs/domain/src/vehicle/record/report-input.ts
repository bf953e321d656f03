import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { FullCheck } from './full-check.ts';
import type { VehicleRecord } from './vehicle-record.ts';

/** What everything in a report is derived from. */
export interface ReportInput {
  record: VehicleRecord;
  /** The reader's full check of the vehicle; null if there is none. */
  fullCheck: FullCheck | null;
  /** The date that statuses are computed for, in London. */
  today: IsoDate;
}

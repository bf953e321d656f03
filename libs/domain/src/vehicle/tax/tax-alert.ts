import { roadStatusOf } from '../record/road-status.ts';
import type { SourceName } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { taxOfRecord } from './tax-of-record.ts';
import type { ReportInput } from '../record/report-input.ts';

export interface TaxAlert {
  state: 'expired' | 'due-soon';
  dueDate: IsoDate | null;
  /** Days until the due date: 0 on the day itself, negative after it. */
  daysLeft: number | null;
  source: SourceName;
  at: IsoInstant;
  /** Information for buyers: tax does not pass on with the vehicle (GOV.UK, "Tax your vehicle"). */
  forBuyers: string;
}

/**
 * The tax warning (specification, section 4: Expired or Due Soon); null if there is none. Never for a vehicle that is
 * scrapped, exported or marked for export, nor while DVLA or UK Vehicle Data is pending. For
 * `mfe-report/src/report/alert/vehicle-alert.tsx`.
 */
export function taxAlert({ record, fullCheck, today }: ReportInput): TaxAlert | null {
  if (roadStatusOf(record, fullCheck) !== 'in-use') return null;
  const { state, dueDate, daysLeft, source, at } = taxOfRecord(record, today);
  if ((state !== 'expired' && state !== 'due-soon') || source === null || at === null) return null;
  return { state, dueDate, daysLeft, source, at, forBuyers };
}

const forBuyers = 'If you buy this vehicle, its tax ends at the sale: tax it in your own name before you drive it.';

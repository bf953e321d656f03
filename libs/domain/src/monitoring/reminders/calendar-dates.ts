import type { VehicleRecord } from '../../vehicle/record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { type RegisterDueDate, registerDueDates } from './register-due-dates.ts';

/** A date of a vehicle for its buyer's calendar. */
export interface VehicleCalendarDate {
  kind: 'tax' | 'mot';
  on: IsoDate;
  /** When its source was read. */
  at: IsoInstant;
}

/**
 * Why a vehicle has no date. `passed`: the date is before today. `silent`: the source that would know did not respond.
 */
export type MissingCalendarDateReason = Extract<RegisterDueDate, { state: 'none' }>['why'] | 'passed' | 'silent';

export interface VehicleCalendarDates {
  dates: VehicleCalendarDate[];
  missing: { kind: VehicleCalendarDate['kind']; why: MissingCalendarDateReason }[];
}

/** The due dates of tax and MOT from today on, from a stored record, and the reasons for those that are missing. */
export function vehicleCalendarDates(record: VehicleRecord, today: IsoDate): VehicleCalendarDates {
  const dueDates = registerDueDates(record, today);
  const dates: VehicleCalendarDate[] = [];
  const missing: VehicleCalendarDates['missing'] = [];
  for (const kind of ['tax', 'mot'] as const) {
    const due = dueDates[kind];
    if (due.state === 'dated' && due.on >= today) dates.push({ kind, on: due.on, at: due.at });
    else missing.push({ kind, why: due.state === 'dated' ? 'passed' : due.state === 'silent' ? 'silent' : due.why });
  }
  return { dates, missing };
}

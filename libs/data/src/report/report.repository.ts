import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheck } from '@ve/contracts/full-check';
import { type VehicleRecord, vehicleRecordSchema } from '@ve/contracts/vehicle-record';
import { savedVehicleColumnsOf, type SavedVehicleColumns } from '@ve/domain/report/saved-report';
import { latestVehicleRecord } from '@ve/domain/vehicle/record/latest-vehicle-record';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import type { SavedReportData } from './report.entity.ts';

export interface ReportRow {
  id: string;
  registration: string;
  /** Whether it contains the responses of all sources. */
  complete: boolean;
}

/**
 * Saves a customer's report on a registration from the stored record, if there is one; returns its id. An existing
 * report is kept.
 */
export const addReport = async (
  em: EntityManager,
  { customerId, registration, record }: { customerId: string; registration: string; record: VehicleRecord | null },
  now: Date,
): Promise<string> => {
  const added = await tables(em)
    .insertInto('reports')
    .values({
      customerId,
      registrationNumber: registration,
      ...(record === null ? {} : columnsOf(savedVehicleColumnsOf(record, londonDate(now)))),
      reportData: dataOf(record),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['customerId', 'registrationNumber']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return added.id;
  const { id } = await tables(em)
    .selectFrom('reports')
    .select('id')
    .where('customerId', '=', customerId)
    .where('registrationNumber', '=', registration)
    .executeTakeFirstOrThrow();
  return id;
};

/** Returns a saved report by its id, or null when there is none. */
export const findReport = async (em: EntityManager, id: string): Promise<ReportRow | null> => {
  const found = await sql<ReportRow>`
    select id, registration_number as registration, not ${lacking} as complete from reports where id = ${id}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/**
 * Fills a report that lacks the vehicle's record, or a source's part of it; known values that the new record lacks are
 * kept. Returns whether this call filled it.
 */
export const fillReportGaps = async (
  em: EntityManager,
  { id, record }: { id: string; record: VehicleRecord },
  now: Date,
): Promise<boolean> => {
  const filled = await tables(em)
    .updateTable('reports')
    .set({ ...knownOf(record, now), reportData: withRecord(record), updatedAt: now })
    .where('id', '=', id)
    .where(lacking)
    .returning('id')
    .executeTakeFirst();
  return filled !== undefined;
};

/** A report that a customer saved on a vehicle. */
export interface SavedReportRow {
  id: string;
  registration: string;
  createdAt: Date;
  updatedAt: Date;
  /** The full check saved in it, as stored. */
  fullCheck: unknown;
  /** The current record of the vehicle, as the PDF and the shared report show it; null without a full check. */
  record: VehicleRecord | null;
}

const checked = sql<boolean>`report_data ->> 'full_vdi_data' is not null`;

/** Returns the user's own report on a vehicle; null when they saved none. */
export const findReportOfUser = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<SavedReportRow | null> => {
  const row = await tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .leftJoin('vehicles', 'vehicles.registration', 'reports.registrationNumber')
    .select([
      'reports.id',
      'reports.registrationNumber as registration',
      'reports.createdAt',
      'reports.updatedAt',
      sql<unknown>`report_data -> 'full_vdi_data'`.as('fullCheck'),
      sql<unknown>`case when ${checked} then report_data -> 'raw_api_data' end`.as('saved'),
      sql<unknown>`case when ${checked} then vehicles.record end`.as('held'),
    ])
    .where('customers.userId', '=', userId)
    .where('reports.registrationNumber', '=', registration)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { saved, held, ...report } = row;
  return { ...report, record: latestKnownVehicleRecord(saved, held) };
};

/** Counts the reports that a customer has saved since `since`. */
export const countReports = async (em: EntityManager, customerId: string, since: Date): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from reports
    where customer_id = ${customerId} and created_at > ${since.toISOString()}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Returns a report's data, locked until the caller's transaction ends. */
export const lockReportData = async (em: EntityManager, id: string): Promise<SavedReportData> => {
  const { reportData } = await tables(em)
    .selectFrom('reports')
    .select('reportData')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return reportData;
};

/** Replaces the record and the full check of a report; columns keep the known values that the record lacks. */
export const storeFullCheckInReport = async (
  em: EntityManager,
  { id, record, fullCheck }: { id: string; record: VehicleRecord; fullCheck: FullCheck },
  now: Date,
): Promise<void> => {
  const checked = { vdi_data: fullCheck.vdi.state === 'found' ? fullCheck.vdi.data : null, full_vdi_data: fullCheck };
  await tables(em)
    .updateTable('reports')
    .set({ ...knownOf(record, now), reportData: withRecord(record, checked), updatedAt: laterOf(now) })
    .where('id', '=', id)
    .execute();
};

/**
 * Returns the current record of a report's vehicle from the saved and the held record, as stored; one that this release
 * cannot read counts as missing.
 */
export function latestKnownVehicleRecord(saved: unknown, held: unknown): VehicleRecord | null {
  const [own, latest] = [saved, held].map((record) => vehicleRecordSchema.safeParse(record).data);
  return latestVehicleRecord(own, latest);
}

/** Never before the report's creation, which a clock set back since would cause. */
const laterOf = (now: Date) => sql<Date>`greatest(created_at, ${now.toISOString()}::timestamptz)`;

const knownOf = (record: VehicleRecord, now: Date) => {
  const columns = Object.entries(columnsOf(savedVehicleColumnsOf(record, londonDate(now))));
  return Object.fromEntries(columns.filter(([, value]) => value !== null));
};

/** Returns the report's data with another record and the given changes; the rest is unchanged. */
const withRecord = (record: VehicleRecord, more: Partial<SavedReportData> = {}) => {
  const { tax_status, mot_status, raw_api_data } = dataOf(record);
  const changes = { tax_status, mot_status, raw_api_data, ...more };
  return sql<SavedReportData>`report_data || ${JSON.stringify(changes)}::jsonb`;
};

const lacking = sql<boolean>`(
  report_data ->> 'raw_api_data' is null
  or jsonb_path_exists(report_data, '$.raw_api_data.*.state ? (@ == "unavailable")')
)`;

/** The status strings are the sources' own; ours are derived for the day on which a report is read. */
const dataOf = (record: VehicleRecord | null): SavedReportData => ({
  tax_status: record?.licensing.state === 'found' ? record.licensing.data.taxStatus : null,
  mot_status: record?.licensing.state === 'found' ? record.licensing.data.motStatus : null,
  insurance_status: null,
  vdi_data: null,
  full_vdi_data: null,
  raw_api_data: record,
});

const columnsOf = (vehicle: SavedVehicleColumns) => ({
  vehicle_make: vehicle.vehicleMake,
  vehicle_model: vehicle.vehicleModel,
  vehicle_year: vehicle.vehicleYear,
  vehicle_color: vehicle.vehicleColor,
  fuel_type: vehicle.fuelType,
  engine_size: vehicle.engineSize,
  transmission: vehicle.transmission,
  seats: vehicle.seats,
  max_speed: vehicle.maxSpeed,
  kerb_weight: vehicle.kerbWeight,
  bhp: vehicle.bhp,
  engine_number: vehicle.engineNumber,
  vin_last_5: vehicle.vinLast5,
  euro_status: vehicle.euroStatus,
  vehicle_age: vehicle.vehicleAge,
  mot_expiry: vehicle.motExpiry,
  tax_expiry: vehicle.taxExpiry,
  last_vsc_date: vehicle.lastVscDate,
});

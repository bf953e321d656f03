import type { EntityManager } from '@mikro-orm/postgresql';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { savedVehicle, type SavedVehicle } from '@ve/domain/report/saved-report';
import { londonDate } from '@ve/domain/time/london-date';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import type { ReportData } from './report.entity.ts';

export interface ReportRow {
  id: string;
  registration: string;
  /** Whether the answers of all sources are in it. */
  complete: boolean;
}

/**
 * Saves a customer's report on a registration from the stored record, if there is one; returns its id. A report that is
 * there already is kept.
 */
export const addReport = async (
  em: EntityManager,
  { customerId, registration, record }: { customerId: string; registration: string; record: VehicleRecord | null },
  now: Date,
): Promise<string> => {
  const added = await tables(em)
    .insertInto('reports')
    .values({
      customer_id: customerId,
      registration_number: registration,
      ...(record === null ? {} : columnsOf(savedVehicle(record, londonDate(now)))),
      report_data: dataOf(record),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'registration_number']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return added.id;
  const { id } = await tables(em)
    .selectFrom('reports')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('registration_number', '=', registration)
    .executeTakeFirstOrThrow();
  return id;
};

/** A saved report by its id; null when there is none. */
export const findReport = async (em: EntityManager, id: string): Promise<ReportRow | null> => {
  const found = await sql<ReportRow>`
    select id, registration_number as registration, not ${lacking} as complete from reports where id = ${id}
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/**
 * Fills a report that lacks the vehicle's record, or a source's part of it; what was known and is not in the new record is
 * kept. Returns whether this call filled it.
 */
export const fillReport = async (em: EntityManager, id: string, record: VehicleRecord, now: Date): Promise<boolean> => {
  const columns = Object.entries(columnsOf(savedVehicle(record, londonDate(now))));
  const known = Object.fromEntries(columns.filter(([, value]) => value !== null));
  const filled = await tables(em)
    .updateTable('reports')
    .set({ ...known, report_data: dataOf(record), updated_at: now })
    .where('id', '=', id)
    .where(lacking)
    .returning('id')
    .executeTakeFirst();
  return filled !== undefined;
};

const lacking = sql<boolean>`(
  report_data ->> 'raw_api_data' is null
  or jsonb_path_exists(report_data, '$.raw_api_data.*.state ? (@ == "unavailable")')
)`;

/** The status words are the sources' own; ours are derived for the day a report is read. */
const dataOf = (record: VehicleRecord | null): ReportData => ({
  tax_status: record?.licensing.state === 'found' ? record.licensing.data.taxStatus : null,
  mot_status: record?.licensing.state === 'found' ? record.licensing.data.motStatus : null,
  insurance_status: null,
  vdi_data: null,
  full_vdi_data: null,
  raw_api_data: record,
});

const columnsOf = (vehicle: SavedVehicle) => ({
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

import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedVehicle } from '@ve/domain/report/saved-report';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { type KeysetPage, pageClauses, type PagePlace, toPage } from '../kernel/list/keyset-page.ts';

/** A report with its customer. One made by saving a report may have the address for a name. */
export interface ListedReportRow {
  id: string;
  registration: string;
  make: string | null;
  model: string | null;
  name: string | null;
  email: string | null;
  createdAt: Date;
}

/** A page of the reports of all customers, newest first. */
export const listReports = async (em: EntityManager, place: PagePlace): Promise<KeysetPage<ListedReportRow>> => {
  const { where, tail } = pageClauses(place, { at: 'reports.created_at', id: 'reports.id' });
  const rows = await tables(em)
    .selectFrom('reports')
    // Outer: the page is read from the reports' index, and the customers of its rows only.
    .leftJoin('customers', 'customers.id', 'reports.customer_id')
    .select([
      'reports.id',
      'reports.registration_number as registration',
      'reports.vehicle_make as make',
      'reports.vehicle_model as model',
      'customers.name',
      'customers.email',
      'reports.created_at as createdAt',
    ])
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toPage(place, rows);
};

export interface StaffReportRow extends SavedVehicle {
  id: string;
  registration: string;
  customerId: string;
  userId: string;
  name: string;
  email: string;
  createdAt: Date;
  updatedAt: Date;
  taxStatus: string | null;
  motStatus: string | null;
  insuranceStatus: string | null;
  /** As they are stored, whatever their form; null for none. */
  record: unknown;
  fullCheck: unknown;
}

/** Everything that is saved in a report, and whose it is; null when there is none of this id. */
export const findStaffReport = async (em: EntityManager, id: string): Promise<StaffReportRow | null> => {
  const row = await tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customer_id')
    .select([
      'reports.id',
      'reports.registration_number as registration',
      'customers.id as customerId',
      'customers.user_id as userId',
      'customers.name',
      'customers.email',
      'reports.created_at as createdAt',
      'reports.updated_at as updatedAt',
      'reports.vehicle_make as vehicleMake',
      'reports.vehicle_model as vehicleModel',
      'reports.vehicle_year as vehicleYear',
      'reports.vehicle_color as vehicleColor',
      'reports.fuel_type as fuelType',
      'reports.engine_size as engineSize',
      'reports.transmission',
      'reports.seats',
      sql<number | null>`reports.max_speed`.as('maxSpeed'),
      sql<number | null>`reports.kerb_weight`.as('kerbWeight'),
      sql<number | null>`reports.bhp`.as('bhp'),
      'reports.engine_number as engineNumber',
      'reports.vin_last_5 as vinLast5',
      'reports.euro_status as euroStatus',
      'reports.vehicle_age as vehicleAge',
      sql<string | null>`reports.mot_expiry::text`.as('motExpiry'),
      sql<string | null>`reports.tax_expiry::text`.as('taxExpiry'),
      sql<string | null>`reports.last_vsc_date::text`.as('lastVscDate'),
      sql<string | null>`report_data ->> 'tax_status'`.as('taxStatus'),
      sql<string | null>`report_data ->> 'mot_status'`.as('motStatus'),
      sql<string | null>`report_data ->> 'insurance_status'`.as('insuranceStatus'),
      sql<unknown>`report_data -> 'raw_api_data'`.as('record'),
      sql<unknown>`report_data -> 'full_vdi_data'`.as('fullCheck'),
    ])
    .where('reports.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
};

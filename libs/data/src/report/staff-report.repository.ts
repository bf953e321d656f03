import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedVehicleColumns } from '@ve/domain/report/saved-report';
import { sql } from 'kysely';
import { tables } from '../entities.ts';
import { type KeysetPage, keysetPageClauses, type PagePosition, toKeysetPage } from '../kernel/list/keyset-page.ts';

/** A report with its customer. A customer created by saving a report may have the e-mail address as name. */
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
export const listReports = async (em: EntityManager, place: PagePosition): Promise<KeysetPage<ListedReportRow>> => {
  const { where, tail } = keysetPageClauses(place, { at: 'reports.created_at', id: 'reports.id' });
  const rows = await tables(em)
    .selectFrom('reports')
    // Left join: the page is read from the reports' index, and only its rows' customers.
    .leftJoin('customers', 'customers.id', 'reports.customerId')
    .select([
      'reports.id',
      'reports.registrationNumber as registration',
      'reports.vehicleMake as make',
      'reports.vehicleModel as model',
      'customers.name',
      'customers.email',
      'reports.createdAt',
    ])
    .where(where)
    .modifyEnd(tail)
    .execute();
  return toKeysetPage(place, rows);
};

export interface StaffReportRow extends SavedVehicleColumns {
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
  /** As stored, in any format; null for none. */
  record: unknown;
  fullCheck: unknown;
}

/** Returns a complete saved report with its owner, or null when there is none with this id. */
export const findStaffReport = async (em: EntityManager, id: string): Promise<StaffReportRow | null> => {
  const row = await tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .select([
      'reports.id',
      'reports.registrationNumber as registration',
      'customers.id as customerId',
      'customers.userId',
      'customers.name',
      'customers.email',
      'reports.createdAt',
      'reports.updatedAt',
      'reports.vehicleMake',
      'reports.vehicleModel',
      'reports.vehicleYear',
      'reports.vehicleColor',
      'reports.fuelType',
      'reports.engineSize',
      'reports.transmission',
      'reports.seats',
      sql<number | null>`reports.max_speed`.as('maxSpeed'),
      sql<number | null>`reports.kerb_weight`.as('kerbWeight'),
      sql<number | null>`reports.bhp`.as('bhp'),
      'reports.engineNumber',
      'reports.vinLast5',
      'reports.euroStatus',
      'reports.vehicleAge',
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

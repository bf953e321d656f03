import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';

/** One line of a customer's list of reports. */
export interface ReportEntryRow {
  id: string;
  registrationNumber: string;
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleYear: number | null;
  vehicleColor: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The newest `limit` reports of the user's customer, newest first. */
export const listReportsOf = (em: EntityManager, userId: string, limit: number): Promise<ReportEntryRow[]> =>
  tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customer_id')
    .select([
      'reports.id',
      'reports.registration_number as registrationNumber',
      'reports.vehicle_make as vehicleMake',
      'reports.vehicle_model as vehicleModel',
      'reports.vehicle_year as vehicleYear',
      'reports.vehicle_color as vehicleColor',
      'reports.created_at as createdAt',
      'reports.updated_at as updatedAt',
    ])
    .where('customers.user_id', '=', userId)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute();

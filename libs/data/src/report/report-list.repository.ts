import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';

/** One line of a customer's list of reports. */
export interface CustomerReportListRow {
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
export const listReportsOf = (em: EntityManager, userId: string, limit: number): Promise<CustomerReportListRow[]> =>
  tables(em)
    .selectFrom('reports')
    .innerJoin('customers', 'customers.id', 'reports.customerId')
    .select([
      'reports.id',
      'reports.registrationNumber',
      'reports.vehicleMake',
      'reports.vehicleModel',
      'reports.vehicleYear',
      'reports.vehicleColor',
      'reports.createdAt',
      'reports.updatedAt',
    ])
    .where('customers.userId', '=', userId)
    .orderBy('reports.createdAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute();

import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FullCheck } from '@ve/contracts/full-check';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import {
  foreignKey,
  instantColumn,
  newestFirstIndexColumns,
  registrationFormatCheck,
  trigramIndex,
  uuidPrimaryKey,
} from '../kernel/entity-columns.ts';
import { customerEntity } from '../membership/customer/customer.entity.ts';

/** The content of `reports.report_data` (specification section 3); unknown members are null. */
export interface SavedReportData {
  tax_status: string | null;
  mot_status: string | null;
  insurance_status: string | null;
  /** The registers' data from the latest full check. */
  vdi_data: (FullCheck['vdi'] & { state: 'found' })['data'] | null;
  /** The latest full check. */
  full_vdi_data: FullCheck | null;
  raw_api_data: VehicleRecord | null;
}

/** A customer's saved report on one registration. */
export const reportEntity = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: uuidPrimaryKey(),
    customer: () => foreignKey(customerEntity, 'cascade'),
    registrationNumber: p.text(),
    vehicleMake: p.text().nullable(),
    vehicleModel: p.text().nullable(),
    vehicleYear: p.integer().nullable(),
    vehicleColor: p.text().nullable(),
    fuelType: p.text().nullable(),
    /** cc */
    engineSize: p.integer().nullable(),
    transmission: p.text().nullable(),
    seats: p.integer().nullable(),
    /** mph */
    maxSpeed: p.double().nullable(),
    /** kg */
    kerbWeight: p.double().nullable(),
    bhp: p.double().nullable(),
    engineNumber: p.text().nullable(),
    vinLast5: p.text().fieldName('vin_last_5').nullable(),
    euroStatus: p.text().nullable(),
    /** Whole years at the time of the report. */
    vehicleAge: p.integer().nullable(),
    motExpiry: p.date().nullable(),
    taxExpiry: p.date().nullable(),
    /** Date of the last registration certificate (V5C). */
    lastVscDate: p.date().nullable(),
    reportData: p.json<SavedReportData>(),
    createdAt: instantColumn(),
    updatedAt: instantColumn(),
  },
  uniques: [{ name: 'reports_customer_id_registration_number_unique', properties: ['customer', 'registrationNumber'] }],
  indexes: [
    {
      name: 'reports_customer_id_created_at_index',
      properties: ['customer', 'createdAt'],
      columns: [{ name: 'customer_id' }, { name: 'created_at', sort: 'DESC' }],
    },
    {
      name: 'reports_registration_number_created_at_index',
      properties: ['registrationNumber', 'createdAt'],
      columns: [{ name: 'registration_number' }, { name: 'created_at', sort: 'DESC' }],
    },
    // The admin list pages by (created_at, id), so its last page is as fast as its first.
    {
      name: 'reports_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'reports_registration_number_trigram_index',
      expression: trigramIndex('reports', 'registration_number'),
    },
  ],
  checks: [
    { name: 'reports_registration_number_check', expression: registrationFormatCheck('registration_number') },
    { name: 'reports_vehicle_year_check', expression: 'vehicle_year >= 1885 and vehicle_year <= 2100' },
    { name: 'reports_engine_size_check', expression: 'engine_size >= 0' },
    { name: 'reports_seats_check', expression: 'seats >= 0 and seats <= 200' },
    { name: 'reports_max_speed_check', expression: 'max_speed = abs(max_speed)' },
    { name: 'reports_kerb_weight_check', expression: 'kerb_weight = abs(kerb_weight)' },
    { name: 'reports_bhp_check', expression: 'bhp = abs(bhp)' },
    { name: 'reports_vin_last_5_check', expression: `vin_last_5 ~ '^[A-Z0-9]{5}$'` },
    { name: 'reports_vehicle_age_check', expression: 'vehicle_age >= 0 and vehicle_age <= 200' },
    { name: 'reports_report_data_check', expression: `jsonb_typeof(report_data) = 'object'` },
    { name: 'reports_updated_at_check', expression: 'updated_at >= created_at' },
  ],
});

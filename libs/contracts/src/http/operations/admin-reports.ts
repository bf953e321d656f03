import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { fullCheckSchema } from '../../full-check.ts';
import { isoDateSchema, isoInstantSchema, vehicleRecordSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQuerySchema } from '../kernel/admin-list-page.ts';

const text = z.nullable(z.string());
const whole = z.nullable(z.int());
const amount = z.nullable(z.number());
const date = z.nullable(isoDateSchema);

/** The customer of a report; `name` is null if only the address is known. */
const customer = z.object({ name: text, email: text });

const listedReport = z.object({
  id: z.uuid(),
  registration: z.string(),
  make: text,
  model: text,
  customer,
  createdAt: isoInstantSchema,
});

export const staffReportListPageSchema = staffListPageSchemaOf(listedReport);

export type ReportListPage = z.infer<typeof staffReportListPageSchema>;
export type ListedReport = z.infer<typeof listedReport>;

/** The reports of all customers, newest first. Each read is recorded in the audit log. */
export const listReportsOfAllCustomersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports',
  query: staffListPageQuerySchema,
  answers: { 200: staffReportListPageSchema },
  problems: [],
});

/** The columns of a saved report, as `domain/report/saved-report` derived them when it was saved. */
const savedVehicle = z.object({
  vehicleMake: text,
  vehicleModel: text,
  vehicleYear: whole,
  vehicleColor: text,
  fuelType: text,
  engineSize: whole,
  transmission: text,
  seats: whole,
  maxSpeed: amount,
  kerbWeight: amount,
  bhp: amount,
  engineNumber: text,
  vinLast5: text,
  euroStatus: text,
  vehicleAge: whole,
  motExpiry: date,
  taxExpiry: date,
  lastVscDate: date,
});

/** The stored part of a report. `unreadable`: it is stored in a form that this release does not know. */
const saved = <Part extends z.ZodMiniType>(part: Part) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('saved'), value: part }),
    z.object({ state: z.literal('none') }),
    z.object({ state: z.literal('unreadable') }),
  ]);

export const reportForStaffSchema = z.object({
  id: z.uuid(),
  registration: z.string(),
  createdAt: isoInstantSchema,
  updatedAt: isoInstantSchema,
  customer: z.extend(customer, { id: z.uuid(), userId: z.uuid() }),
  vehicle: savedVehicle,
  /** Verbatim from the source at the time. */
  taxStatus: text,
  motStatus: text,
  insuranceStatus: text,
  record: saved(vehicleRecordSchema),
  fullCheck: saved(fullCheckSchema),
});

export type ReportForStaff = z.infer<typeof reportForStaffSchema>;

/** One saved report as staff see it. Each read is recorded in the audit log. */
export const readReportForStaffEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports/:id',
  params: z.object({ id: z.uuid() }),
  answers: { 200: reportForStaffSchema },
  problems: ['not-found'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** A saved report, with the field names of specification section 7. */
export const reportEntrySchema = z.object({
  id: z.uuid(),
  registrationNumber: z.string(),
  vehicleMake: z.nullable(z.string()),
  vehicleModel: z.nullable(z.string()),
  vehicleYear: z.nullable(z.int()),
  vehicleColor: z.nullable(z.string()),
  createdAt: isoInstantSchema,
  updatedAt: isoInstantSchema,
});

export const reportListSchema = z.object({ reports: z.array(reportEntrySchema) });

export type ReportList = z.infer<typeof reportListSchema>;

/** The signed-in customer's reports, newest first. */
export const listReportsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/reports',
  answers: { 200: reportListSchema },
  problems: [],
});

/** A successful charge. Amounts in pence. */
export const paymentEntrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['trial', 'membership']),
  amount: z.int(),
  currency: z.string(),
  refunded: z.int(),
  paidAt: isoInstantSchema,
  /** Stripe's receipt or invoice; null when there is none. */
  receiptUrl: z.nullable(z.string()),
});

export const paymentListSchema = z.object({ payments: z.array(paymentEntrySchema) });

export type PaymentList = z.infer<typeof paymentListSchema>;

/** The signed-in customer's payments, newest first. */
export const listPaymentsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/payments',
  answers: { 200: paymentListSchema },
  problems: [],
});

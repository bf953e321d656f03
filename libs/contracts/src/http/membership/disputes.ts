import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField, singleLineField, multiLineTextField } from '../../fields.ts';
import { idempotencyKeySchema } from '../../idempotency-key.ts';
import { registrationField } from '../../registration-field.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** The sections of a report that have their own "Something wrong?". */
export const disputableReportSections = [
  'tax',
  'mot',
  'vehicle',
  'history',
  'recall',
  'stolen',
  'insurer-theft',
  'write-off',
  'finance',
  'mileage',
  'valuation',
] as const;

export type DisputableReportSection = (typeof disputableReportSections)[number];

/** Maximum length of each field, in characters. */
export const dataDisputeLimits = { datum: 120, value: 500, message: 4_000 } as const;

/** The dispute of a report entry. */
export const dataDisputeFormSchema = z.object({
  registration: registrationField,
  section: z.enum(disputableReportSections),
  /** The row's label: `Outstanding Finance`. */
  datum: singleLineField(dataDisputeLimits.datum),
  /** As it was displayed; null when it was not available. */
  value: z.nullable(singleLineField(dataDisputeLimits.value)),
  source: z.nullable(z.enum(['DVLA', 'DVSA', 'UKVD'])),
  at: z.nullable(isoInstantSchema),
  message: multiLineTextField(dataDisputeLimits.message),
  email: emailField,
  idempotencyKey: idempotencyKeySchema,
});

export type DataDisputeForm = z.infer<typeof dataDisputeFormSchema>;

/**
 * Responds once the mail to support is queued; the sender gets a confirmation. A repeated call of the same sender with
 * the same key does nothing.
 */
export const openDataDisputeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/disputes',
  body: dataDisputeFormSchema,
  answers: { 202: undefined },
  problems: [],
});

import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { email, singleLine, text } from '../../fields.ts';
import { idempotencyKey } from '../../idempotency-key.ts';
import { registration } from '../../registration-field.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** The sections of a report that have their own "Something wrong?". */
export const disputeSections = [
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

export type DisputeSection = (typeof disputeSections)[number];

/** Maximum length of each field, in characters. */
export const disputeLimits = { datum: 120, value: 500, message: 4_000 } as const;

/** The dispute of a report entry. */
export const disputeSchema = z.object({
  registration,
  section: z.enum(disputeSections),
  /** The row's label: `Outstanding Finance`. */
  datum: singleLine(disputeLimits.datum),
  /** As it was displayed; null when it was not available. */
  value: z.nullable(singleLine(disputeLimits.value)),
  source: z.nullable(z.enum(['DVLA', 'DVSA', 'UKVD'])),
  at: z.nullable(isoInstant),
  message: text(disputeLimits.message),
  email,
  idempotencyKey,
});

export type Dispute = z.infer<typeof disputeSchema>;

/**
 * Responds once the mail to support is queued; the sender gets a confirmation. A repeated call of the same sender with the
 * same key does nothing.
 */
export const openDispute = endpoint({
  method: 'POST',
  path: '/api/disputes',
  body: disputeSchema,
  answers: { 202: undefined },
  problems: [],
});

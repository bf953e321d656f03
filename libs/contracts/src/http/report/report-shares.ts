import { reportShareLifetimeDays } from '@ve/domain/report/share-limits';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { singleLineField } from '../../fields.ts';
import { fullCheckSchema } from '../../full-check.ts';
import { idempotencyKeySchema } from '../../idempotency-key.ts';
import { registrationField } from '../../registration-field.ts';
import { isoDateSchema, isoInstantSchema, vehicleRecordSchema } from '../../vehicle-record.ts';

/** A valid share link. Its URL is returned only once: only a hash of its token is stored. */
export const reportShareSchema = z.object({
  id: z.uuid(),
  /** The maker's private label. */
  name: z.nullable(z.string()),
  createdAt: isoInstantSchema,
  expiresAt: isoInstantSchema,
  /** Number of views of the report with this link. */
  opens: z.int(),
  lastOpenedAt: z.nullable(isoInstantSchema),
});

export type ReportShare = z.infer<typeof reportShareSchema>;

export const newReportShareSchema = z.object({
  days: z.literal(reportShareLifetimeDays),
  name: z.nullable(singleLineField(60)),
  idempotencyKey: idempotencyKeySchema,
});

export type NewReportShare = z.infer<typeof newReportShareSchema>;

const registrationParams = z.object({ registration: registrationField });

/** The valid links to the customer's saved report, newest first. `none`: no report with a record is saved. */
export const listReportSharesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:registration/shares',
  params: registrationParams,
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), shares: z.array(reportShareSchema) }),
      z.object({ outcome: z.literal('none') }),
    ]),
  },
  problems: [],
});

/**
 * `refused`: the maximum number of valid links, or of links made today, is reached. A repeated call with the same key
 * returns the same link while it is valid.
 */
export const createReportShareEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:registration/shares',
  params: registrationParams,
  body: newReportShareSchema,
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('made'), share: reportShareSchema, url: z.url() }),
      z.object({ outcome: z.literal('refused'), reason: z.enum(['live', 'today']) }),
      z.object({ outcome: z.literal('none') }),
    ]),
  },
  problems: [],
});

/** Revokes a link immediately; idempotent. Another customer's link is treated as unknown. */
export const endReportShareEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/report-shares/:id',
  params: z.object({ id: z.uuid() }),
  answers: { 204: undefined },
  problems: ['not-found'],
});

/**
 * The saved report as it is now, without what `domain/report/shared-report` leaves out. `ended` requires a valid token;
 * for any other token, and for a deleted link, the outcome is `unknown`.
 */
export const sharedReportSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    record: vehicleRecordSchema,
    fullCheck: z.nullable(fullCheckSchema),
    /** The date that statuses are computed for. */
    asOf: isoDateSchema,
    expiresAt: isoInstantSchema,
  }),
  z.object({ outcome: z.literal('ended'), why: z.enum(['expired', 'revoked']), endedAt: isoInstantSchema }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type SharedReportAnswer = z.infer<typeof sharedReportSchema>;

export const readSharedReportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/shared-reports/read',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answers: { 200: sharedReportSchema },
  problems: [],
});

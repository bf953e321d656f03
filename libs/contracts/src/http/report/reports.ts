import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { fullCheckStepSchema, fullCheckSchema } from '../../full-check.ts';
import { registrationField } from '../../registration-field.ts';
import { isoInstantSchema, fullCheckOnlyFactsSchema, vehicleRecordSchema } from '../../vehicle-record.ts';

/**
 * `pending`: follow `events` (server-sent) or poll `self`. `done`: also if a part of it could not be read; that part is
 * requested again. `failed`: the registers did not respond; the credit was returned.
 */
export const fullCheckStateSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('pending'),
    checkId: z.uuid(),
    registration: z.string(),
    requestedAt: isoInstantSchema,
    steps: z.array(fullCheckStepSchema),
    /** `/api/full-checks/{checkId}` */
    self: z.string(),
    /** `/api/full-checks/{checkId}/events` */
    events: z.string(),
  }),
  z.object({
    outcome: z.literal('done'),
    checkId: z.uuid(),
    registration: z.string(),
    fullCheck: fullCheckSchema,
    /** The responses of the free sources, read with the check. */
    record: vehicleRecordSchema,
    /** Whether a part is missing that will be requested again. */
    isRetrying: z.boolean(),
  }),
  z.object({
    outcome: z.literal('failed'),
    checkId: z.uuid(),
    registration: z.string(),
    /** The reason, as a message for the user. */
    message: z.string(),
    creditReturned: z.boolean(),
    /** When a retry is worthwhile. */
    retry: z.enum(['soon', 'tomorrow', 'never']),
  }),
]);

export type FullCheckState = z.infer<typeof fullCheckStateSchema>;

/** No credit was used. `message` is one of specification section 8, or explains that too many checks failed today. */
export const fullCheckRefusedSchema = z.object({
  outcome: z.literal('refused'),
  reason: z.enum(['not-subscribed', 'no-credit', 'too-many-failed']),
  message: z.string(),
});

const registrationParams = z.object({ registration: registrationField });
const checkParams = z.object({ id: z.uuid() });

/**
 * Uses the member's credit for a full check of this vehicle. Idempotent: if one is running, or was made in the same
 * billing period, returns that one and uses nothing.
 */
export const startFullCheckEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:registration/full-check',
  params: registrationParams,
  answers: { 200: z.union([fullCheckStateSchema, fullCheckRefusedSchema]), 202: fullCheckStateSchema },
  problems: [],
});

/** Another customer's check is treated as unknown. */
export const readFullCheckEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/full-checks/:id',
  params: checkParams,
  answers: { 200: fullCheckStateSchema },
  problems: ['not-found'],
});

export const followFullCheckEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/full-checks/:id/events',
  params: checkParams,
  answers: { 200: fullCheckStateSchema },
  events: true,
  problems: ['not-found'],
});

/** The signed-in customer's own report on a vehicle. */
export const savedReportSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    id: z.uuid(),
    registration: z.string(),
    createdAt: isoInstantSchema,
    updatedAt: isoInstantSchema,
    /** The full check that is saved with it. */
    fullCheck: z.nullable(fullCheckSchema),
    /** The parts of the vehicle's record that the full check unlocks, which visitors do not get; null without one. */
    unlocked: z._default(z.nullable(fullCheckOnlyFactsSchema), null),
    /** The check of the present billing period: running, done or failed. */
    check: z.nullable(fullCheckStateSchema),
  }),
  z.object({ outcome: z.literal('none') }),
]);

export type SavedReport = z.infer<typeof savedReportSchema>;

export const readReportEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:registration',
  params: registrationParams,
  answers: { 200: savedReportSchema },
  problems: [],
});

/**
 * Saves the report from the stored record of the vehicle, never from browser data (specification section 4, "Report
 * save"). An existing report is kept. `no-record`: there is no record to save.
 */
export const saveReportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:registration',
  params: registrationParams,
  answers: { 200: z.union([savedReportSchema, z.object({ outcome: z.literal('no-record') })]) },
  problems: [],
});

/**
 * Sends the signed-in customer one mail when the pending sources of this vehicle have responded and the full check, if
 * one is running, has ended. Idempotent.
 */
export const registerReportReadyMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:registration/report-ready-mail',
  params: registrationParams,
  answers: { 200: z.object({ outcome: z.enum(['will-be-sent', 'ready-now']) }) },
  problems: [],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQuerySchema, staffReasonField } from '../kernel/admin-list-page.ts';

const failedTextSchema = z.object({
  id: z.uuid(),
  /** `reminder` */
  template: z.string(),
  /** E.164. */
  recipient: z.string(),
  /** The account that the text was about, if it still exists. */
  userId: z.nullable(z.uuid()),
  writtenAt: isoInstantSchema,
  failedAt: isoInstantSchema,
  /** `unreachable 30003` */
  why: z.string(),
});

export type FailedText = z.infer<typeof failedTextSchema>;

export const failedTextPageSchema = staffListPageSchemaOf(failedTextSchema);

export type FailedTextPage = z.infer<typeof failedTextPageSchema>;

/** Texts that failed, latest first. Each read is recorded in the audit log. */
export const listFailedTextsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/texts',
  query: staffListPageQuerySchema,
  answers: { 200: failedTextPageSchema },
  problems: [],
});

/**
 * `waiting`: its job is queued or running already; `sent`: it was delivered, is in flight, or was sent again before;
 * `skipped`: it was skipped on purpose; `stopped`: the number receives no texts; `too-late`: it was never sent and is
 * out of date. Only `queued` changes anything.
 */
export const textResendAnswerSchema = z.object({
  outcome: z.enum(['queued', 'waiting', 'sent', 'skipped', 'stopped', 'too-late']),
});

export type TextResendAnswer = z.infer<typeof textResendAnswerSchema>['outcome'];

/** Sends a failed text again, with its content rebuilt from the present data. */
export const resendTextEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/texts/:id/send',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: staffReasonField }),
  answers: { 200: textResendAnswerSchema },
  problems: ['not-found'],
});

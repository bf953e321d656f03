import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { pageOf, pageQuerySchema, reason } from '../kernel/admin-page.ts';

const failedTextSchema = z.object({
  id: z.uuid(),
  /** `reminder` */
  template: z.string(),
  /** E.164. */
  recipient: z.string(),
  /** The account that the text was about, where there still is one. */
  userId: z.nullable(z.uuid()),
  writtenAt: isoInstant,
  failedAt: isoInstant,
  /** `unreachable 30003` */
  why: z.string(),
});

export type FailedText = z.infer<typeof failedTextSchema>;

export const failedTextPageSchema = pageOf(failedTextSchema);

export type FailedTextPage = z.infer<typeof failedTextPageSchema>;

/** Texts that failed, the last one first. Each read is recorded. */
export const listFailedTexts = endpoint({
  method: 'GET',
  path: '/api/admin/texts',
  query: pageQuerySchema,
  answers: { 200: failedTextPageSchema },
  problems: [],
});

/**
 * `waiting`: its job waits or runs already; `sent`: it arrived, is on its way, or was sent again before; `skipped`: it was
 * decided not to send it; `stopped`: no text goes to the number; `too-late`: it was never sent, and is no news any more.
 * Nothing was changed but by `queued`.
 */
export const textOutcomeSchema = z.object({
  outcome: z.enum(['queued', 'waiting', 'sent', 'skipped', 'stopped', 'too-late']),
});

export type TextOutcome = z.infer<typeof textOutcomeSchema>['outcome'];

/** Has a text sent that failed: its words are written again, as they are true by then. */
export const resendText = endpoint({
  method: 'POST',
  path: '/api/admin/texts/:id/send',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason }),
  answers: { 200: textOutcomeSchema },
  problems: ['not-found'],
});

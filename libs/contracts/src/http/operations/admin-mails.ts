import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { pageOf, pageQuery, reason } from '../kernel/admin-page.ts';

/** Why a mail is listed: it failed for good, it was decided not to send it, or it waits for more than five minutes. */
export const unsentStates = ['failed', 'waiting', 'skipped'] as const;

export type UnsentState = (typeof unsentStates)[number];

const unsentMailSchema = z.object({
  id: z.uuid(),
  /** `sign-in-link` */
  template: z.string(),
  /** Null: our own support. */
  recipient: z.nullable(z.string()),
  /** The account of the recipient's address, where there is one. */
  userId: z.nullable(z.uuid()),
  writtenAt: isoInstant,
  /** When it failed, or it was decided not to send it. */
  endedAt: z.nullable(isoInstant),
  /** `refused 550`, `timeout`, `stream-stopped` */
  why: z.nullable(z.string()),
});

export type UnsentMail = z.infer<typeof unsentMailSchema>;

export const unsentMailPageSchema = pageOf(unsentMailSchema);

export type UnsentMailPage = z.infer<typeof unsentMailPageSchema>;

/** Mails that were not sent, newest first: those that failed, if nothing else is asked for. Each read is recorded. */
export const listUnsentMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  query: z.object({ ...pageQuery, state: z.optional(z.enum(unsentStates)) }),
  answers: { 200: unsentMailPageSchema },
  problems: [],
});

/**
 * `waiting`: its job waits or runs already; `sent`: it was sent meanwhile; `skipped`: it was decided not to send it, and
 * that stays. Then nothing was changed.
 */
export const mailOutcomeSchema = z.object({ outcome: z.enum(['queued', 'waiting', 'sent', 'skipped']) });

export type MailOutcome = z.infer<typeof mailOutcomeSchema>['outcome'];

/** Has a mail sent that could not be. */
export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/send',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason }),
  answers: { 200: mailOutcomeSchema },
  problems: ['not-found'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQueryFields, staffReasonField } from '../kernel/admin-list-page.ts';

/** Why a mail is listed: it failed permanently, was skipped, or has been queued for more than five minutes. */
export const unsentMailStates = ['failed', 'waiting', 'skipped'] as const;

export type UnsentMailState = (typeof unsentMailStates)[number];

const unsentMailSchema = z.object({
  id: z.uuid(),
  /** `sign-in-link` */
  template: z.string(),
  /** Null: our support address. */
  recipient: z.nullable(z.string()),
  /** The account with the recipient's address, if there is one. */
  userId: z.nullable(z.uuid()),
  writtenAt: isoInstantSchema,
  /** When it failed or was skipped. */
  endedAt: z.nullable(isoInstantSchema),
  /** `refused 550`, `timeout`, `stream-stopped` */
  why: z.nullable(z.string()),
});

export type UnsentMail = z.infer<typeof unsentMailSchema>;

export const unsentMailPageSchema = staffListPageSchemaOf(unsentMailSchema);

export type UnsentMailPage = z.infer<typeof unsentMailPageSchema>;

export const unsentMailFilters = {
  state: z.optional(z.enum(unsentMailStates)),
  /** Only those of the newsletter with this id to its subscribers. */
  newsletter: z.optional(z.uuid()),
};

/** Mails that were not sent, newest first; by default those that failed. Each read is recorded in the audit log. */
export const listUnsentMailsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/mails',
  query: z.object({ ...staffListPageQueryFields, ...unsentMailFilters }),
  answers: { 200: unsentMailPageSchema },
  problems: [],
});

/**
 * `waiting`: its job is queued or running already; `sent`: it was sent in the meantime; `skipped`: the decision not to
 * send it is final. In these cases nothing was changed.
 */
export const mailResendAnswerSchema = z.object({ outcome: z.enum(['queued', 'waiting', 'sent', 'skipped']) });

export type MailResendAnswer = z.infer<typeof mailResendAnswerSchema>['outcome'];

/** Sends a failed mail again. */
export const resendMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/mails/:id/send',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: staffReasonField }),
  answers: { 200: mailResendAnswerSchema },
  problems: ['not-found'],
});

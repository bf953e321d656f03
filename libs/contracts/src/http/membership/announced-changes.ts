import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { memberChangeNoticeSchema } from './member-change.ts';
import { membershipLinkTokenSchema } from './membership-link.ts';

/**
 * `agreed`: also if it was before. `closed`: the day has come, or the membership is cancelled. `unknown`: no change
 * with this id was announced to this member.
 */
export const changeAgreementAnswerSchema = z.object({ outcome: z.enum(['agreed', 'closed', 'unknown']) });

export type ChangeAgreementAnswer = z.infer<typeof changeAgreementAnswerSchema>;

const changeId = { id: z.uuid() };

/** Agrees to an announced change, with the text that `changes` of the subscription contains. Idempotent. */
export const agreeToAnnouncedChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/changes/agree',
  body: z.object(changeId),
  answers: { 200: changeAgreementAnswerSchema },
  problems: [],
});

/** `found`: with the change of the link, or without one once its day has come. */
export const announcedChangeLinkAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    registration: z.nullable(z.string()),
    /** Whether the membership is cancelled or has ended. */
    cancelled: z.boolean(),
    changes: z.array(memberChangeNoticeSchema),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type AnnouncedChangeLinkState = z.infer<typeof announcedChangeLinkAnswerSchema>;

/** The announced change behind the link of its mail. No other link opens it. */
export const readAnnouncedChangeLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/membership-change',
  body: membershipLinkTokenSchema,
  answers: { 200: announcedChangeLinkAnswerSchema },
  problems: [],
});

/** Agrees with the link of the mail of this change alone, without signing in. Idempotent. */
export const agreeToChangeByLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/membership-change/agree',
  body: z.extend(membershipLinkTokenSchema, changeId),
  answers: { 200: changeAgreementAnswerSchema },
  problems: [],
});

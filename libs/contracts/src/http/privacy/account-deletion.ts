import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { refundSchema } from '../membership/cancellation-summary.ts';

const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** `staff`: an account with rights of staff is not deleted by itself; an admin takes the rights away first. */
export const deletionRequestSchema = z.object({ outcome: z.enum(['sent', 'staff']) });

export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

/**
 * What the link of the mail would delete. `membership`: what ends at once with it, and what comes back; null: none runs.
 * `expired`: the link is older than a day, the account is deleted already, or it never existed; `confirmed`: it is being
 * deleted.
 */
export const deletionLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** `d…@example.com` */
    emailHint: z.string(),
    membership: z.nullable(z.object({ registration: z.nullable(z.string()), refund: refundSchema })),
  }),
  z.object({ outcome: z.literal('confirmed') }),
  z.object({ outcome: z.literal('expired') }),
]);

export type DeletionLink = z.infer<typeof deletionLinkSchema>;

/**
 * `confirmed` on every call after the first, too, until the account is gone. `staff`: the account was given rights of staff
 * since the link was asked for; nothing has changed.
 */
export const deletionConfirmationSchema = z.object({ outcome: z.enum(['confirmed', 'expired', 'staff']) });

export type DeletionConfirmation = z.infer<typeof deletionConfirmationSchema>;

/** Mails the link that deletes the signed-in user's account; nothing is deleted yet. */
export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/me/deletion',
  answers: { 200: deletionRequestSchema },
  problems: [],
});

/** What a link would delete. Reading it changes nothing. */
export const readDeletion = endpoint({
  method: 'POST',
  path: '/api/account-deletion',
  body: linkToken,
  answers: { 200: deletionLinkSchema },
  problems: [],
});

/** Deletes by the link alone, without signing in. */
export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm',
  body: linkToken,
  answers: { 200: deletionConfirmationSchema },
  problems: [],
});

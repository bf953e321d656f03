import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { refundAnswerSchema } from '../membership/cancellation-summary.ts';

const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** `staff`: an account with staff rights cannot be deleted; an admin has to remove the rights first. */
export const deletionRequestSchema = z.object({ outcome: z.enum(['sent', 'staff']) });

export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

/**
 * What the link in the mail would delete. `membership`: what ends immediately with it, and what is refunded; null: none
 * is running. `expired`: the link is older than a day, the account is deleted already, or it never existed;
 * `confirmed`: the account is being deleted.
 */
export const deletionLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** `d…@example.com` */
    emailHint: z.string(),
    membership: z.nullable(z.object({ registration: z.nullable(z.string()), refund: refundAnswerSchema })),
  }),
  z.object({ outcome: z.literal('confirmed') }),
  z.object({ outcome: z.literal('expired') }),
]);

export type DeletionLink = z.infer<typeof deletionLinkSchema>;

/**
 * `confirmed`: also on repeated calls, until the account is deleted. `staff`: the account was granted staff rights
 * since the link was requested; nothing was changed.
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

/** Returns what a link would delete. Changes nothing. */
export const readDeletion = endpoint({
  method: 'POST',
  path: '/api/account-deletion',
  body: linkToken,
  answers: { 200: deletionLinkSchema },
  problems: [],
});

/** Deletes the account with the link alone, without signing in. */
export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm',
  body: linkToken,
  answers: { 200: deletionConfirmationSchema },
  problems: [],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { lastChargeRefundSchema } from '../membership/cancellation-summary.ts';

const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** `staff`: an account with staff rights cannot be deleted; an admin has to remove the rights first. */
export const accountDeletionRequestOutcomeSchema = z.object({ outcome: z.enum(['sent', 'staff']) });

export type AccountDeletionRequestOutcome = z.infer<typeof accountDeletionRequestOutcomeSchema>;

/**
 * What the link in the mail would delete. `membership`: what ends immediately with it, and what is refunded; null: none
 * is running. `expired`: the link is older than a day, the account is deleted already, or it never existed;
 * `confirmed`: the account is being deleted.
 */
export const accountDeletionLinkStateSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** `d…@example.com` */
    emailHint: z.string(),
    membership: z.nullable(z.object({ registration: z.nullable(z.string()), refund: lastChargeRefundSchema })),
  }),
  z.object({ outcome: z.literal('confirmed') }),
  z.object({ outcome: z.literal('expired') }),
]);

export type AccountDeletionLinkState = z.infer<typeof accountDeletionLinkStateSchema>;

/**
 * `confirmed`: also on repeated calls, until the account is deleted. `staff`: the account was granted staff rights
 * since the link was requested; nothing was changed.
 */
export const accountDeletionConfirmationOutcomeSchema = z.object({
  outcome: z.enum(['confirmed', 'expired', 'staff']),
});

export type AccountDeletionConfirmationOutcome = z.infer<typeof accountDeletionConfirmationOutcomeSchema>;

/** Mails the link that deletes the signed-in user's account; nothing is deleted yet. */
export const requestAccountDeletionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/deletion',
  answers: { 200: accountDeletionRequestOutcomeSchema },
  problems: [],
});

/** Returns what a link would delete. Changes nothing. */
export const readAccountDeletionLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account-deletion',
  body: linkToken,
  answers: { 200: accountDeletionLinkStateSchema },
  problems: [],
});

/** Deletes the account with the link alone, without signing in. */
export const confirmAccountDeletionByLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm',
  body: linkToken,
  answers: { 200: accountDeletionConfirmationOutcomeSchema },
  problems: [],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { cancellationSummarySchema, lastChargeRefundSchema } from './cancellation-summary.ts';
import { subscriptionSchema } from './subscription.ts';

/** `cancelled`: also if it already was. `none`: there is nothing to cancel. */
export const cancellationAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('cancelled'),
    /** A trial, or a membership whose charge is refunded, ends now; any other at the end of its paid period. */
    endsAt: isoInstantSchema,
    summary: cancellationSummarySchema,
    /** For the optional question afterwards (`/api/cancellation-answer`); null if it was cancelled before. */
    answerToken: z.nullable(z.string()),
  }),
  z.object({ outcome: z.literal('none') }),
]);

export type CancellationAnswer = z.infer<typeof cancellationAnswerSchema>;

/** Cancels the trial or the membership (`ifCancelled` has the end date). Recorded even while Stripe is unavailable. */
export const cancelSubscriptionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  answers: { 200: cancellationAnswerSchema },
  problems: [],
});

/** The signed token of the cancel link in our mails, 43 characters; any other value is treated as unknown. */
export const membershipLinkTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** The state behind a cancel link, before anything is cancelled. */
export const membershipLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    state: z.enum(['trial', 'active', 'charge-due', 'past-due', 'cancelled', 'expired']),
    registration: z.nullable(z.string()),
    /** When it would end; if `cancelled`, when it ends or ended. */
    endsAt: isoInstantSchema,
    /** Whether it would end immediately; if `cancelled`, whether it has ended. */
    endsImmediately: z.boolean(),
    /** The refund: the one that would be made or, if `cancelled`, the one that is made. */
    refund: lastChargeRefundSchema,
    cancelled: z.boolean(),
    /** Whether the cancellation can still be undone. */
    canWithdraw: z.boolean(),
    /** The member's own price of a month, in pence. */
    monthlyPence: z.int(),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type MembershipLink = z.infer<typeof membershipLinkSchema>;

export const readMembershipLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/membership-link',
  body: membershipLinkTokenSchema,
  answers: { 200: membershipLinkSchema },
  problems: [],
});

/** Cancels with the link alone, without signing in. */
export const cancelSubscriptionByLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/membership-link/cancel',
  body: membershipLinkTokenSchema,
  answers: { 200: cancellationAnswerSchema },
  problems: [],
});

/** `ended`: the period has ended, the charge was refunded, or the link is unknown; rejoining is a new contract. */
export const cancellationWithdrawalByLinkSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), nextCharge: subscriptionSchema.shape.nextCharge }),
  z.object({ outcome: z.literal('ended') }),
]);

export type CancellationWithdrawalByLink = z.infer<typeof cancellationWithdrawalByLinkSchema>;

/** Undoes a cancellation with the link alone, while the paid period runs. Idempotent. */
export const withdrawCancellationByLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/membership-link/withdraw-cancellation',
  body: membershipLinkTokenSchema,
  answers: { 200: cancellationWithdrawalByLinkSchema },
  problems: [],
});

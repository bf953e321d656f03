import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { cancellationSummarySchema, refundSchema } from './cancellation-summary.ts';
import { subscriptionSchema } from './subscription.ts';

/** `cancelled`, also when it already was; `none`: there is nothing to cancel. */
export const cancellationSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('cancelled'),
    /** A trial ends now, as does a membership whose charge is given back; any other with its paid period. */
    endsAt: isoInstant,
    summary: cancellationSummarySchema,
    /** For the one optional question afterwards (`/api/cancellation-answer`); null when it was cancelled before. */
    answerToken: z.nullable(z.string()),
  }),
  z.object({ outcome: z.literal('none') }),
]);

export type Cancellation = z.infer<typeof cancellationSchema>;

/** Ends the trial, or the membership (`ifCancelled` says when). Recorded even while Stripe cannot be reached. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  answers: { 200: cancellationSchema },
  problems: [],
});

/** The signed token of the cancel link in our mails, 43 characters; anything else is answered as unknown. */
export const membershipLinkTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** What a cancel link leads to, before anything is cancelled. */
export const membershipLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    state: z.enum(['trial', 'active', 'charge-due', 'past-due', 'cancelled', 'expired']),
    registration: z.nullable(z.string()),
    /** When it would end, or ends already when `cancelled`. */
    endsAt: isoInstant,
    /** Whether it would end at once, or has ended when `cancelled`. */
    endsImmediately: z.boolean(),
    /** What would be given back, or is. */
    refund: refundSchema,
    cancelled: z.boolean(),
    /** Whether a cancellation can still be taken back. */
    canWithdraw: z.boolean(),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type MembershipLink = z.infer<typeof membershipLinkSchema>;

export const readMembershipLink = endpoint({
  method: 'POST',
  path: '/api/membership-link',
  body: membershipLinkTokenSchema,
  answers: { 200: membershipLinkSchema },
  problems: [],
});

/** Cancels by the link alone, without signing in. */
export const cancelByLink = endpoint({
  method: 'POST',
  path: '/api/membership-link/cancel',
  body: membershipLinkTokenSchema,
  answers: { 200: cancellationSchema },
  problems: [],
});

/** `ended`: too late, given back, or the link is unknown: to join again is another contract. */
export const withdrawByLinkSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), nextCharge: subscriptionSchema.shape.nextCharge }),
  z.object({ outcome: z.literal('ended') }),
]);

export type WithdrawByLink = z.infer<typeof withdrawByLinkSchema>;

/** Takes a cancellation back by the link alone, while the paid period runs. Safe to repeat. */
export const withdrawCancellationByLink = endpoint({
  method: 'POST',
  path: '/api/membership-link/withdraw-cancellation',
  body: membershipLinkTokenSchema,
  answers: { 200: withdrawByLinkSchema },
  problems: [],
});

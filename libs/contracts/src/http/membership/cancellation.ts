import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { email, line } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { cancellationSummarySchema, refundSchema } from './cancellation-summary.ts';
import { subscriptionSchema } from './subscription.ts';

/*
 * The cancellation page (specification sections 2, 4 and 7). Names with underscores are the specification's. `debug_info`
 * is never sent: it would tell strangers what we know.
 */

/**
 * Everything the page's views are chosen from, in the order of section 4. Only what is newer than the live subscription
 * counts as an earlier request, refund or cancellation.
 */
export const subscriptionSearchSchema = z.object({
  outcome: z.literal('answer'),
  /** An earlier request; null when there is none. */
  cancellation_request: z.nullable(cancellationSummarySchema),
  refunded_payment_found: z.boolean(),
  refunded_payment_info: z.nullable(
    z.object({
      registration_number: z.nullable(z.string()),
      /** Refunded, in minor units. */
      amount: z.int(),
      currency: z.string(),
      /** Epoch seconds. */
      refunded_at: z.nullable(z.int()),
    }),
  ),
  canceled_subscription_found: z.boolean(),
  canceled_subscription_info: z.nullable(
    z.object({
      id: z.string(),
      /** Epoch seconds. */
      canceled_at: z.int(),
      /** `N/A` when it is not known. */
      registration_number: z.string(),
      /** Of its last charge, in minor units. */
      amount: z.int(),
      currency: z.string(),
    }),
  ),
  payment_intents_found: z.boolean(),
  /** What can be cancelled, with what that would lead to now. */
  subscriptions: z.array(
    z.object({
      registration_number: z.nullable(z.string()),
      state: z.enum(['trial', 'active', 'charge-due', 'past-due', 'expired']),
      endsAt: isoInstant,
      /** Whether it would end at once. */
      endsImmediately: z.boolean(),
      refund: refundSchema,
      /** The prices that its refund rules follow, in pence: of a month, and of the full check within it (0: none). */
      agreed: z.object({ pence: z.int(), fullCheckPence: z.int() }),
    }),
  ),
});

export type SubscriptionSearch = z.infer<typeof subscriptionSearchSchema>;

/** Wrong guesses that one code takes. */
export const codeGuesses = 5;
/** How long a code works, in minutes. */
export const codeMinutes = 10;

/** Six digits, typed with spaces or not. */
const code = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^[0-9]{6}$/),
);

/**
 * `code-sent`: the answer to everyone who is not signed in with this address and has given no code, whether or not
 * anything is known of it; a code is mailed only if something is. `code-refused`: wrong, expired, used, or guessed too
 * often.
 */
export const searchAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('code-sent') }),
  z.object({ outcome: z.literal('code-refused') }),
  subscriptionSearchSchema,
]);

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

/** Looks for a subscription by e-mail address. The browser that gave the code needs no other for half an hour. */
export const searchSubscription = endpoint({
  method: 'POST',
  path: '/api/search-subscription',
  body: z.object({ email, code: z.optional(code) }),
  answers: { 200: searchAnswerSchema },
  problems: [],
});

/** `code-needed`: this browser may not cancel for this address (any more); search again. `none`: nothing is left to cancel. */
export const requestAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('cancelled'),
    summary: cancellationSummarySchema,
    /** For the one optional question afterwards; null when it was cancelled before. */
    answerToken: z.nullable(z.string()),
  }),
  z.object({ outcome: z.literal('code-needed') }),
  z.object({ outcome: z.literal('none') }),
]);

export type RequestAnswer = z.infer<typeof requestAnswerSchema>;

/** Cancels the subscription of an address. What the specification's browser sends of payments is accepted, never trusted. */
export const requestCancellation = endpoint({
  method: 'POST',
  path: '/api/request-cancellation',
  body: z.object({ email, allPayments: z.optional(z.unknown()), selectedPayment: z.optional(z.unknown()) }),
  answers: { 200: requestAnswerSchema },
  problems: [],
});

/** Maximum length of the answer to the question why, in characters. */
export const maxAnswerLength = 500;

/** Why somebody left, if they care to say; stored once. */
export const answerCancellation = endpoint({
  method: 'POST',
  path: '/api/cancellation-answer',
  body: z.object({ token: line(200), answer: line(maxAnswerLength) }),
  answers: { 204: undefined },
  problems: [],
});

/** `ended`: too late, or given back: to join again is another contract. */
export const withdrawCancellationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), subscription: subscriptionSchema }),
  z.object({ outcome: z.literal('ended') }),
]);

export type CancellationWithdrawalAnswer = z.infer<typeof withdrawCancellationSchema>;

/** Takes the signed-in member's cancellation back while the paid period runs. Safe to repeat. */
export const withdrawCancellation = endpoint({
  method: 'POST',
  path: '/api/subscription/withdraw-cancellation',
  answers: { 200: withdrawCancellationSchema },
  problems: [],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField, singleLineField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { cancellationSummarySchema, lastChargeRefundSchema } from './cancellation-summary.ts';
import { subscriptionSchema } from './subscription.ts';

/*
 * The cancellation page (specification sections 2, 4 and 7). Names with underscores are the specification's.
 * `debug_info` is never sent: it would disclose to unauthenticated clients what we hold.
 */

/**
 * The state that the page's views are chosen from, in the order of section 4. An earlier request, refund or
 * cancellation counts only if it is newer than the live subscription.
 */
export const subscriptionSearchResultSchema = z.object({
  outcome: z.literal('answer'),
  /** An earlier request; null when there is none. */
  cancellation_request: z.nullable(cancellationSummarySchema),
  refunded_payment_found: z.boolean(),
  refunded_payment_info: z.nullable(
    z.object({
      registration_number: z.nullable(z.string()),
      /** Refunded, in pence. */
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
      /** `N/A` if it is unknown. */
      registration_number: z.string(),
      /** The amount of its last charge, in pence. */
      amount: z.int(),
      currency: z.string(),
    }),
  ),
  payment_intents_found: z.boolean(),
  /** Subscriptions that can be cancelled, with what a cancellation would lead to now. */
  subscriptions: z.array(
    z.object({
      registration_number: z.nullable(z.string()),
      state: z.enum(['trial', 'active', 'charge-due', 'past-due', 'expired']),
      endsAt: isoInstantSchema,
      /** Whether it would end immediately. */
      endsImmediately: z.boolean(),
      refund: lastChargeRefundSchema,
      /** The prices that its refund rules use, in pence: of a month, and of the full check within it (0: none). */
      agreed: z.object({ pence: z.int(), fullCheckPence: z.int() }),
      /** The member's own price of a month, in pence. */
      monthlyPence: z.int(),
    }),
  ),
});

export type SubscriptionSearchResult = z.infer<typeof subscriptionSearchResultSchema>;

/** Maximum number of wrong guesses per code. */
export const maxCancellationCodeGuesses = 5;
/** Lifetime of a code, in minutes. */
export const cancellationCodeMinutes = 10;

/** Six digits; spaces are ignored. */
const code = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^[0-9]{6}$/),
);

/**
 * `code-sent`: the response to every client that is not signed in with this address and sent no code, whether or not
 * the address is known; a code is mailed only if it is. `code-refused`: wrong, expired, used, or guessed too often.
 */
export const subscriptionSearchAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('code-sent') }),
  z.object({ outcome: z.literal('code-refused') }),
  subscriptionSearchResultSchema,
]);

export type SubscriptionSearchAnswer = z.infer<typeof subscriptionSearchAnswerSchema>;

/**
 * Searches for a subscription by e-mail address. A browser that has sent a valid code needs no other for half an hour.
 */
export const searchSubscriptionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/search-subscription',
  body: z.object({ email: emailField, code: z.optional(code) }),
  answers: { 200: subscriptionSearchAnswerSchema },
  problems: [],
});

/**
 * `code-needed`: this browser may not (or no longer) cancel for this address; search again. `none`: nothing is left to
 * cancel.
 */
export const cancellationByEmailAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('cancelled'),
    summary: cancellationSummarySchema,
    /** For the optional question afterwards; null if it was cancelled before. */
    answerToken: z.nullable(z.string()),
  }),
  z.object({ outcome: z.literal('code-needed') }),
  z.object({ outcome: z.literal('none') }),
]);

export type CancellationByEmailAnswer = z.infer<typeof cancellationByEmailAnswerSchema>;

/** Cancels the subscription of an address. Payment fields of the specification's request are accepted and ignored. */
export const cancelSubscriptionByEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/request-cancellation',
  body: z.object({ email: emailField, allPayments: z.optional(z.unknown()), selectedPayment: z.optional(z.unknown()) }),
  answers: { 200: cancellationByEmailAnswerSchema },
  problems: [],
});

/** Maximum length of the cancellation reason, in characters. */
export const maxCancellationReasonLength = 500;

/** Stores the optional reason for a cancellation, once. */
export const submitCancellationReasonEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/cancellation-answer',
  body: z.object({ token: singleLineField(200), answer: singleLineField(maxCancellationReasonLength) }),
  answers: { 204: undefined },
  problems: [],
});

/** `ended`: the period has ended, or the charge was refunded; rejoining is a new contract. */
export const cancellationWithdrawalAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), subscription: subscriptionSchema }),
  z.object({ outcome: z.literal('ended') }),
]);

export type CancellationWithdrawalAnswer = z.infer<typeof cancellationWithdrawalAnswerSchema>;

/** Undoes the signed-in member's cancellation while the paid period runs. Idempotent. */
export const withdrawCancellationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/subscription/withdraw-cancellation',
  answers: { 200: cancellationWithdrawalAnswerSchema },
  problems: [],
});

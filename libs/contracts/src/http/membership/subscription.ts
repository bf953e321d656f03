import { membershipStates } from '@ve/domain/membership/membership-state';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { cancellationSummarySchema, refundSchema } from './cancellation-summary.ts';

/** The card that is charged. */
export const cardSchema = z.object({
  /** Stripe's name of the brand: `visa`. */
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});

export type Card = z.infer<typeof cardSchema>;

/** What is charged next. `at`: when it falls due; `due`: about now, within the hour; `late`: it should have been made by now. */
export const nextChargeSchema = z.object({
  pence: z.int(),
  at: isoInstant,
  timing: z.enum(['planned', 'due', 'late']),
});

/** The signed-in user's membership (specification section 4, "Subscription status"). */
export const subscriptionSchema = z.object({
  subscribed: z.boolean(),
  subscriptionTier: z.nullable(z.string()),
  /** Full checks left in this period. */
  credits: z.int(),
  /** `MembershipState` of `domain/membership`, which says what each provides. */
  state: z.enum(membershipStates),
  /** The vehicle of the membership: the one of the sign-up. */
  registration: z.nullable(z.string()),
  /** End of the trial, or of the latest period that was paid for, also when it is over; null: nothing was paid. */
  paidUntil: z.nullable(isoInstant),
  /** Null: nothing more will be charged. */
  nextCharge: z.nullable(nextChargeSchema),
  /** When a full check can be used: `now`, with the next charge, when what is owed is paid; null: there is none to come. */
  nextCheck: z.nullable(z.enum(['now', 'with-charge', 'when-paid'])),
  /**
   * What 'Upgrade Early' charges now, the price of the full check within it as its contract names it (0: none), and when the
   * charge after it would come; null: there is nothing to pay.
   */
  payNow: z.nullable(z.object({ pence: z.int(), fullCheckPence: z.int(), nextChargeAt: z.nullable(isoInstant) })),
  /** When a cancelled membership or trial ends or ended; null when it is not cancelled. */
  endsAt: z.nullable(isoInstant),
  card: z.nullable(cardSchema),
  /** Why the last charge failed; null when none did. `authentication`: the bank wants to hear from the card holder. */
  paymentProblem: z.nullable(
    z.object({ kind: z.enum(['declined', 'authentication']), pence: z.int(), nextAttemptAt: z.nullable(isoInstant) }),
  ),
  /** What cancelling now would lead to; null: there is nothing to cancel. */
  ifCancelled: z.nullable(z.object({ endsAt: isoInstant, endsImmediately: z.boolean(), refund: refundSchema })),
  /** Null: it is not cancelled. */
  cancellation: z.nullable(cancellationSummarySchema),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

export const readSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  answers: { 200: subscriptionSchema },
  problems: [],
});

/**
 * `upgraded`: the membership is paid and its full check can be used. `authenticate`: the bank asks the card holder, by
 * Stripe.js (`handleNextAction`); then call again, as only the service confirms the payment. `card-needed`: no card is stored, or the
 * stored one was declined; `message` says why. `pending`: Stripe has not decided yet; read the subscription again.
 * `already-active`: nothing to upgrade. `consent-needed`: the membership has ended, and what was sent is not the consent
 * to start it again as its text is now; nothing was charged.
 */
export const upgradeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('upgraded'), subscription: subscriptionSchema }),
  z.object({ outcome: z.literal('authenticate'), clientSecret: z.string() }),
  z.object({ outcome: z.literal('card-needed'), message: z.string() }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('already-active') }),
  z.object({ outcome: z.literal('consent-needed') }),
]);

export type Upgrade = z.infer<typeof upgradeSchema>;

/** The version of the consent to start an ended membership again (`domain/membership/consents`); of no use otherwise. */
export const rejoinSchema = z.object({ consent: z.string().check(z.maxLength(40)) });

/**
 * Ends the trial now, pays an unpaid membership, or starts the membership again for somebody whose last one has ended:
 * at the full price, without a second trial. Safe to repeat.
 */
export const upgradeSubscription = endpoint({
  method: 'POST',
  path: '/api/upgrade-subscription',
  body: z.optional(rejoinSchema),
  answers: { 200: upgradeSchema },
  problems: ['payments-unavailable'],
});

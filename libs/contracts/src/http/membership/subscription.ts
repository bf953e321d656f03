import { membershipStates } from '@ve/domain/membership/membership-state';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { cancellationSummarySchema, lastChargeRefundSchema } from './cancellation-summary.ts';

/** The card that is charged. */
export const chargedCardSchema = z.object({
  /** Stripe's name of the brand: `visa`. */
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});

export type ChargedCard = z.infer<typeof chargedCardSchema>;

/** The next charge. `at`: it is due at that time; `due`: within the hour; `late`: it should have been made already. */
export const nextChargeSchema = z.object({
  pence: z.int(),
  at: isoInstantSchema,
  timing: z.enum(['planned', 'due', 'late']),
});

/** The signed-in user's membership (specification section 4, "Subscription status"). */
export const subscriptionSchema = z.object({
  subscribed: z.boolean(),
  subscriptionTier: z.nullable(z.string()),
  /** Full checks left in this period. */
  credits: z.int(),
  /** `MembershipState` of `domain/membership`, which defines what each state includes. */
  state: z.enum(membershipStates),
  /** The vehicle of the membership, given at sign-up. */
  registration: z.nullable(z.string()),
  /** End of the trial, or of the latest paid period, even if it is over; null: nothing was paid. */
  paidUntil: z.nullable(isoInstantSchema),
  /** Null: nothing more will be charged. */
  nextCharge: z.nullable(nextChargeSchema),
  /**
   * When a full check can be used: `now`, with the next charge, or when the amount owed is paid; null: no further one.
   */
  nextCheck: z.nullable(z.enum(['now', 'with-charge', 'when-paid'])),
  /**
   * What 'Upgrade Early' charges now, the price of the full check within it under the contract (0: none), and when the
   * next charge would follow; null: there is nothing to pay.
   */
  payNow: z.nullable(z.object({ pence: z.int(), fullCheckPence: z.int(), nextChargeAt: z.nullable(isoInstantSchema) })),
  /** What a month costs this user, in pence: their own price, or that of a new contract if they have none. */
  monthlyPence: z.int(),
  /**
   * Announced changes that are not decided yet, the earliest first. Only the part that shows them knows their shape,
   * `memberChangeNoticesSchema`: every page reads the subscription, and few members have one.
   */
  changes: z.array(z.unknown()),
  /** When a cancelled membership or trial ends or ended; null when it is not cancelled. */
  endsAt: z.nullable(isoInstantSchema),
  card: z.nullable(chargedCardSchema),
  /**
   * Why the last charge failed; null if none did. `authentication`: the bank requires the card holder to authenticate.
   * Where `state` is `cancelled`, the membership has ended because of it.
   */
  paymentProblem: z.nullable(
    z.object({
      kind: z.enum(['declined', 'authentication']),
      pence: z.int(),
      nextAttemptAt: z.nullable(isoInstantSchema),
    }),
  ),
  /** The result of cancelling now; null: there is nothing to cancel. */
  ifCancelled: z.nullable(
    z.object({ endsAt: isoInstantSchema, endsImmediately: z.boolean(), refund: lastChargeRefundSchema }),
  ),
  /** Null: it is not cancelled. */
  cancellation: z.nullable(cancellationSummarySchema),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

export const readSubscriptionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/subscription',
  answers: { 200: subscriptionSchema },
  problems: [],
});

/**
 * `upgraded`: the membership is paid and its full check can be used. `authenticate`: the card holder has to
 * authenticate with Stripe.js (`handleNextAction`); then call again, as only the service confirms the payment.
 * `card-needed`: no card is stored, or the stored one was declined; `message` has the reason. `pending`: Stripe has not
 * decided yet; read the subscription again. `already-active`: nothing to upgrade. `consent-needed`: the membership has
 * ended, and the consent that was sent is not one that can be given to restart it, or it runs at another price than
 * that consent states; nothing was charged.
 */
export const upgradeAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('upgraded'), subscription: subscriptionSchema }),
  z.object({ outcome: z.literal('authenticate'), clientSecret: z.string() }),
  z.object({ outcome: z.literal('card-needed'), message: z.string() }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('already-active') }),
  z.object({ outcome: z.literal('consent-needed') }),
]);

export type UpgradeAnswer = z.infer<typeof upgradeAnswerSchema>;

/**
 * The version of the consent to restart an ended membership (`domain/membership/consents`). Otherwise only its price
 * counts, which has to be that of the membership.
 */
export const rejoinConsentSchema = z.object({ consent: z.string().check(z.maxLength(40)) });

/**
 * Ends the trial now, pays an unpaid membership, or restarts the membership for a user whose last one has ended, at the
 * full price and without a second trial. Idempotent.
 */
export const upgradeSubscriptionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/upgrade-subscription',
  body: z.optional(rejoinConsentSchema),
  answers: { 200: upgradeAnswerSchema },
  problems: ['payments-unavailable'],
});

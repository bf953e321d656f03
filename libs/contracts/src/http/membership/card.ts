import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { chargedCardSchema } from './subscription.ts';

/**
 * The outcome of charging an unpaid amount again with a new card. `authenticate`: the bank requires authentication of
 * the payment as well; pay by `upgradeSubscriptionEndpoint`. `not-tried`: there were too many attempts;
 * `nextAttemptAt`: when it is tried automatically (null: never); `payableAt`: from when the member can pay.
 */
export const newCardChargeOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('paid') }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('authenticate') }),
  z.object({ outcome: z.literal('declined'), message: z.string() }),
  z.object({
    outcome: z.literal('not-tried'),
    nextAttemptAt: z.nullable(isoInstantSchema),
    payableAt: isoInstantSchema,
  }),
]);

export type NewCardChargeOutcome = z.infer<typeof newCardChargeOutcomeSchema>;

const cardSavedSchema = z.object({
  outcome: z.literal('saved'),
  card: chargedCardSchema,
  /** Absent: nothing was owed, or an earlier release responded. */
  payment: z.optional(newCardChargeOutcomeSchema),
});
const cardRefusedSchema = z.object({ outcome: z.literal('refused'), message: z.string() });

/**
 * `saved`: the card is charged from now on; `payment` has the outcome of an unpaid charge of the membership.
 * `authenticate`: the card holder has to authenticate with Stripe.js (`handleNextAction`); then call
 * `finishCardChangeEndpoint`. `refused`: the card is unchanged; `message` has the reason. `no-customer`: nothing was
 * ever charged.
 */
export const cardChangeSchema = z.discriminatedUnion('outcome', [
  cardSavedSchema,
  cardRefusedSchema,
  z.object({ outcome: z.literal('authenticate'), setupIntentId: z.string(), clientSecret: z.string() }),
  z.object({ outcome: z.literal('no-customer') }),
]);

export type CardChange = z.infer<typeof cardChangeSchema>;

const stripeId = (prefix: string) =>
  z.string().check(z.maxLength(200), z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`)));

/** Verifies with its bank the card that Stripe.js collected under this token. */
export const changePaymentCardEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/card',
  body: z.object({ confirmationToken: stripeId('ctoken') }),
  answers: { 200: cardChangeSchema },
  problems: ['payments-unavailable', 'new-cards-exceeded'],
});

/** Continues after the card holder has authenticated. */
export const finishCardChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/card/confirm',
  body: z.object({ setupIntentId: stripeId('seti') }),
  answers: { 200: z.discriminatedUnion('outcome', [cardSavedSchema, cardRefusedSchema]) },
  problems: ['payments-unavailable'],
});

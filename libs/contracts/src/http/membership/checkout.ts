import { publicPaymentReturnReasons } from '@ve/domain/membership/sign-up-outcome';
import * as z from 'zod/mini';
import { addressSchema } from '../../address.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField, singleLineField } from '../../fields.ts';
import { registrationField } from '../../registration-field.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** An id of a Stripe object: `pi_…`, `cus_…`. */
const stripeId = (prefix: string) =>
  z.string().check(z.maxLength(255), z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`)));

const customer = { fullName: singleLineField(200), email: emailField, regNumber: registrationField };

/** Contains no amount: only the service decides what is charged. */
export const createCheckoutSchema = z.object({
  customerData: z.object({ ...customer, address: addressSchema }),
  /** The versions of the accepted texts (`domain/membership/consents`). */
  consents: z.object({ terms: z.string().check(z.maxLength(40)), startNow: z.string().check(z.maxLength(40)) }),
  /** One per completed form: a repeated call with the same key and data returns the same PaymentIntent. */
  idempotencyKey: z.uuid(),
});

/**
 * `ready`: the PaymentIntent of the 50p, for `confirm-payment`; the response is the same for known e-mail addresses.
 * `cookie-needed`: nothing was started, because only the browser that starts a payment can finish it, and this one sent
 * no cookie of the site. The response sets the cookie: call again; a second `cookie-needed` means that the browser
 * blocks cookies. `already-member`: only if signed in with a running membership. `consent-outdated`: the page shows a
 * text that can no longer be agreed to: the present one can, and the one before it until an announced change of the
 * price or the terms takes effect.
 */
export const checkoutAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), clientSecret: z.string(), stripeCustomerId: z.string() }),
  z.object({ outcome: z.literal('cookie-needed') }),
  z.object({ outcome: z.literal('already-member') }),
  z.object({ outcome: z.literal('consent-outdated') }),
]);

export type CheckoutAnswer = z.infer<typeof checkoutAnswerSchema>;

/** Consents, e-mail, name and registration of the sign-up are those of `create-checkout`; `customerData` is ignored. */
export const confirmPaymentSchema = z.object({
  paymentIntentId: stripeId('pi'),
  /**
   * Pays with what Stripe.js collected under this token; repeating a token repeats the same attempt. Without it: only
   * reads the state of the payment, after an authentication or a reload.
   */
  confirmationToken: z.optional(stripeId('ctoken')),
  customerData: z.object({
    ...customer,
    stripeCustomerId: stripeId('cus'),
    subscriptionId: z._default(z.nullable(z.string().check(z.maxLength(255))), null),
  }),
});

/**
 * `signed-in`: the account is new and this browser made the PaymentIntent: the response sets the session cookie.
 * `check-email`: paid, but this browser is not signed in; the mail has the next step. `returned`: the payment is
 * refunded, with a reason if it does not disclose whether the address is known; without one, it may or may not be
 * refunded. `pending`: the bank has not decided yet, or the account is still being made; call again. `authenticate`:
 * the card holder has to authenticate with Stripe.js (`handleNextAction`); then call again without a token; `message`
 * is shown if that stays open. `not-paid`: the payment has not succeeded; `message` has the reason. `unknown`: no
 * sign-up of this browser has this PaymentIntent.
 */
export const paymentConfirmationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed-in'), userEmail: z.string(), registration: z.string() }),
  z.object({
    outcome: z.literal('check-email'),
    userEmail: z.string(),
    returned: z.optional(z.enum(publicPaymentReturnReasons)),
  }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('authenticate'), clientSecret: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('not-paid'), message: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type PaymentConfirmation = z.infer<typeof paymentConfirmationSchema>;

/**
 * Returns when the trial of a sign-up that is paid now would end, as a browser's clock may be wrong. Sets the cookie by
 * which `create-checkout` recognises the browser.
 */
export const previewTrialEndEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/trial-end',
  answers: { 200: z.object({ trialEndsAt: isoInstantSchema }) },
  problems: [],
});

export const createCheckoutEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/create-checkout',
  body: createCheckoutSchema,
  answers: { 200: checkoutAnswerSchema },
  problems: [
    'registration-required',
    'registration-invalid',
    'checkout-failed',
    'payment-attempts-exceeded',
    'conflict',
  ],
});

export const confirmSignUpPaymentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/confirm-payment',
  body: confirmPaymentSchema,
  answers: { 200: paymentConfirmationSchema },
  problems: ['registration-required', 'registration-invalid', 'payments-unavailable', 'payment-attempts-exceeded'],
});

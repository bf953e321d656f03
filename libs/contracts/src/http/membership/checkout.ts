import { visibleReturnReasons } from '@ve/domain/membership/sign-up-outcome';
import * as z from 'zod/mini';
import { addressSchema } from '../../address.ts';
import { endpoint } from '../../endpoint.ts';
import { email, line } from '../../fields.ts';
import { registration } from '../../registration-field.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** An id of Stripe: `pi_…`, `cus_…`. */
const stripeId = (prefix: string) =>
  z.string().check(z.maxLength(255), z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`)));

const customer = { fullName: line(200), email, regNumber: registration };

/** No amount: what is charged is decided by the service alone. */
export const createCheckoutSchema = z.object({
  customerData: z.object({ ...customer, address: addressSchema }),
  /** The versions of the texts whose boxes were ticked (`domain/membership/consents`). */
  consents: z.object({ terms: z.string().check(z.maxLength(40)), startNow: z.string().check(z.maxLength(40)) }),
  /** One per filled-in form: a repeated call with the same key and data is answered with the same PaymentIntent. */
  idempotencyKey: z.uuid(),
});

/**
 * `ready`: the PaymentIntent of the 50p, for `confirm-payment`; the answer is the same for known e-mail addresses.
 * `cookie-needed`: nothing was begun, because only the browser that begins a payment can finish it, and this one sent no
 * cookie of ours. The answer sets it: call again; answered alike, the browser takes no cookies. `already-member`: only to somebody signed in whose membership is running. `consent-outdated`: the texts have changed
 * since the page was loaded.
 */
export const checkoutSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), clientSecret: z.string(), stripeCustomerId: z.string() }),
  z.object({ outcome: z.literal('cookie-needed') }),
  z.object({ outcome: z.literal('already-member') }),
  z.object({ outcome: z.literal('consent-outdated') }),
]);

export type Checkout = z.infer<typeof checkoutSchema>;

/**
 * Consents, e-mail, name and registration of the sign-up are those of `create-checkout`; what `customerData` says is
 * ignored.
 */
export const confirmPaymentSchema = z.object({
  paymentIntentId: stripeId('pi'),
  /**
   * Pays with what Stripe.js collected under this token; repeated with the same one it is the same attempt. Without it:
   * only what became of the payment, once the card holder has authenticated or the page was loaded again.
   */
  confirmationToken: z.optional(stripeId('ctoken')),
  customerData: z.object({
    ...customer,
    stripeCustomerId: stripeId('cus'),
    subscriptionId: z._default(z.nullable(z.string().check(z.maxLength(255))), null),
  }),
});

/**
 * `signed-in`: the account is new and this browser made the PaymentIntent: the answer sets the session cookie.
 * `check-email`: paid, but this browser is not signed in; the mail says how to go on. `returned`: the payment goes back,
 * for a reason that is no news of the address; without it, it may or may not. `pending`: the bank has not answered yet, or
 * the account is still being made; call again. `authenticate`: the bank asks the card holder, by Stripe.js
 * (`handleNextAction`); then call again without a token; `message` is for one that stays open. `not-paid`: the payment has
 * not succeeded; `message` says why. `unknown`: no sign-up of this browser has this PaymentIntent.
 */
export const paymentConfirmationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed-in'), userEmail: z.string(), registration: z.string() }),
  z.object({
    outcome: z.literal('check-email'),
    userEmail: z.string(),
    returned: z.optional(z.enum(visibleReturnReasons)),
  }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('authenticate'), clientSecret: z.string(), message: z.string() }),
  z.object({ outcome: z.literal('not-paid'), message: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type PaymentConfirmation = z.infer<typeof paymentConfirmationSchema>;

/**
 * When the trial of a sign-up that is paid now would end. A browser's own clock may be wrong. Sets the cookie by which
 * `create-checkout` recognises the browser, so that it is there before anything is begun.
 */
export const readTrialEnd = endpoint({
  method: 'GET',
  path: '/api/trial-end',
  answers: { 200: z.object({ trialEndsAt: isoInstant }) },
  problems: [],
});

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/create-checkout',
  body: createCheckoutSchema,
  answers: { 200: checkoutSchema },
  problems: [
    'registration-required',
    'registration-invalid',
    'checkout-failed',
    'payment-attempts-exceeded',
    'conflict',
  ],
});

export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/confirm-payment',
  body: confirmPaymentSchema,
  answers: { 200: paymentConfirmationSchema },
  problems: ['registration-required', 'registration-invalid', 'payments-unavailable', 'payment-attempts-exceeded'],
});

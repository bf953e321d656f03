import * as z from 'zod/mini';
import { addressSchema } from '../address.ts';
import { endpoint } from '../endpoint.ts';
import { email, line } from '../fields.ts';
import { registration } from '../registration-field.ts';
import { isoInstant } from '../vehicle-record.ts';

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
 * `ready`: the PaymentIntent of the 50p, for this browser to confirm; the answer is the same for known e-mail addresses.
 * `already-member`: only to somebody signed in whose membership is running. `consent-outdated`: the texts have changed
 * since the page was loaded.
 */
export const checkoutSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready'), clientSecret: z.string(), stripeCustomerId: z.string() }),
  z.object({ outcome: z.literal('already-member') }),
  z.object({ outcome: z.literal('consent-outdated') }),
]);

export type Checkout = z.infer<typeof checkoutSchema>;

/** Ticked consents, e-mail, name and registration of the sign-up are those of `create-checkout`; these are ignored. */
export const confirmPaymentSchema = z.object({
  paymentIntentId: stripeId('pi'),
  customerData: z.object({
    ...customer,
    stripeCustomerId: stripeId('cus'),
    subscriptionId: z._default(z.nullable(z.string().check(z.maxLength(255))), null),
  }),
});

/**
 * `signed-in`: the account is new and this browser made the PaymentIntent: the answer sets the session cookie.
 * `check-email`: paid, but this browser is not signed in; the mail says how to go on. `pending`: paid, the account is
 * still being made; call again. `not-paid`: the payment has not succeeded; `message` says why. `unknown`: no sign-up of
 * this browser has this PaymentIntent.
 */
export const paymentConfirmationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed-in'), userEmail: z.string(), registration: z.string() }),
  z.object({ outcome: z.literal('check-email'), userEmail: z.string() }),
  z.object({ outcome: z.literal('pending') }),
  z.object({ outcome: z.literal('not-paid'), message: z.string() }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type PaymentConfirmation = z.infer<typeof paymentConfirmationSchema>;

/** When the trial of a sign-up that is paid now would end. A browser's own clock may be wrong. */
export const readTrialEnd = endpoint({
  method: 'GET',
  path: '/api/trial-end',
  answers: { 200: z.object({ trialEndsAt: isoInstant }) },
  problems: [],
});

/** Sets the cookie by which `confirm-payment` recognises the browser. */
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
  problems: ['registration-required', 'registration-invalid', 'payments-unavailable'],
});

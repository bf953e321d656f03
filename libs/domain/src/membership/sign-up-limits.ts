/**
 * Maximum attempts to pay one sign-up. After the last decline its PaymentIntent is cancelled and its form is closed:
 * more attempts are card testing.
 */
export const maxSignUpPaymentDeclines = 5;

/** Maximum confirmations of one attempt: the first, and one after each authentication. */
export const maxConfirmationsPerPaymentAttempt = 3;

/** How long a form can be paid, in milliseconds. */
export const signUpPayableMs = 24 * 3_600_000;

/**
 * How long a paid sign-up waits, in milliseconds, while the payment provider refuses its subscription: time to correct
 * the cause before the payment is refunded.
 */
export const refusedSubscriptionWaitMs = 3_600_000;

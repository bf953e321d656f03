/**
 * Declined attempts after which the PaymentIntent of a sign-up is cancelled and its form of no more use: beyond that
 * somebody is trying cards.
 */
export const mostDeclines = 5;

/** How long a form may be paid, in milliseconds. */
export const payableMs = 24 * 3_600_000;

/**
 * How long a paid sign-up may wait, in milliseconds, whose subscription the payment provider refuses: time to mend the
 * cause, then its payment is returned.
 */
export const refusedMs = 3_600_000;

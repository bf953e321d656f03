/**
 * Attempts to pay one sign-up. When the last one is declined its PaymentIntent is cancelled and its form of no more use:
 * beyond that somebody is trying cards.
 */
export const maxDeclines = 5;

/** Confirmations of one attempt: the first, and one after each question of the bank. */
export const maxConfirmations = 3;

/** How long a form may be paid, in milliseconds. */
export const payableMs = 24 * 3_600_000;

/**
 * How long a paid sign-up may wait, in milliseconds, whose subscription the payment provider refuses: time to mend the
 * cause, then its payment is returned.
 */
export const cardRefusalMs = 3_600_000;

import * as z from 'zod/mini';

/** An e-mail address as a person types it: trimmed, no spaces, bounded as RFC 5321 bounds it. */
const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.email());

/**
 * Body of `POST /api/newsletter`. Answered 202 without a body, the same whether or not the address is known; the address
 * is on the list only after the link in the e-mail that follows was confirmed.
 */
export const newsletterSignUpSchema = z.object({ email: emailAddress });

export type NewsletterSignUp = z.infer<typeof newsletterSignUpSchema>;

/** The answer: nothing but that it was taken. */
export const newsletterAcceptedSchema = z.undefined();

/** The token of a link in one of our mails: 32 random bytes in base64url; anything else is answered as one that ended. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

/** Body of `POST /api/newsletter/confirm` and `POST /api/newsletter/unsubscribe`. */
export const newsletterTokenSchema = z.object({ token: linkToken });

export type NewsletterToken = z.infer<typeof newsletterTokenSchema>;

/** `expired`: the link is older than seven days, was ended by unsubscribing, or was never one of ours. */
export const newsletterConfirmationSchema = z.object({
  outcome: z.enum(['confirmed', 'already-confirmed', 'expired']),
});

export type NewsletterConfirmation = z.infer<typeof newsletterConfirmationSchema>;

/** `unsubscribed` however often it is asked for; `unknown`: the link was never one of ours. */
export const newsletterUnsubscriptionSchema = z.object({ outcome: z.enum(['unsubscribed', 'unknown']) });

export type NewsletterUnsubscription = z.infer<typeof newsletterUnsubscriptionSchema>;

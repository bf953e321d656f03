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

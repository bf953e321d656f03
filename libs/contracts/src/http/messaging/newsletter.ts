import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';

export const newsletterSignUpSchema = z.object({ email: emailField });

export type NewsletterSignUp = z.infer<typeof newsletterSignUpSchema>;

/** The token of a link in one of our mails: 32 random bytes in base64url; any other value is treated as expired. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

export const newsletterTokenSchema = z.object({ token: linkToken });

export type NewsletterToken = z.infer<typeof newsletterTokenSchema>;

/** `expired`: the link is older than seven days, was revoked by unsubscribing, or never existed. */
export const newsletterConfirmationSchema = z.object({
  outcome: z.enum(['confirmed', 'already-confirmed', 'expired']),
});

export type NewsletterConfirmation = z.infer<typeof newsletterConfirmationSchema>;

/**
 * The response is the same whether or not the address is known. The address is subscribed only once the link in the
 * e-mail that follows is confirmed.
 */
export const requestNewsletterSubscriptionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter',
  body: newsletterSignUpSchema,
  answers: { 202: undefined },
  problems: [],
});

export const confirmNewsletterSubscriptionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  body: newsletterTokenSchema,
  answers: { 200: newsletterConfirmationSchema },
  problems: [],
});

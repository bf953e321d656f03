import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';
import { registrationField } from '../../registration-field.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

export const signInSchema = z.object({ email: emailField, registration: registrationField });

export type SignInForm = z.infer<typeof signInSchema>;

/** `sent`: a link is being mailed to the address. `no-match`: no customer has this address with this vehicle. */
export const signInRequestAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent') }),
  z.object({ outcome: z.literal('no-match'), message: z.string() }),
]);

export type SignInRequestAnswer = z.infer<typeof signInRequestAnswerSchema>;

/** Matches e-mail and registration, and sends a one-time link (specification section 2, /signin). */
export const requestSignInLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sign-in',
  body: signInSchema,
  answers: { 200: signInRequestAnswerSchema },
  problems: ['registration-required', 'registration-invalid', 'sign-in-attempts-exceeded', 'sign-in-mails-exceeded'],
});

/** `sent`: a link is being mailed to the account's address. `confirmed`: the address is confirmed already. */
export const emailConfirmationOutcomeSchema = z.object({ outcome: z.enum(['sent', 'confirmed']) });

export type EmailConfirmationOutcome = z.infer<typeof emailConfirmationOutcomeSchema>;

/** Sends the signed-in user a sign-in link; redeeming it confirms the account's address. */
export const requestEmailConfirmationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/address-confirmation',
  answers: { 200: emailConfirmationOutcomeSchema },
  problems: ['sign-in-mails-exceeded'],
});

const signInTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export type SignInToken = z.infer<typeof signInTokenSchema>;

/** `expired`: older than ten minutes, ended by a newer sign-in, or never existed. */
const linkEnded = z.object({ outcome: z.enum(['expired', 'used']) });

export const signInLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('valid'),
    /** Whether this browser requested the link: then it is redeemed without a confirmation by the user. */
    sameBrowser: z.boolean(),
    /** The address, mostly masked: `d•••••@example.com`. */
    emailHint: z.string(),
  }),
  linkEnded,
]);

export type SignInLink = z.infer<typeof signInLinkSchema>;

/** Reads a link without redeeming it. */
export const readSignInLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/link',
  body: signInTokenSchema,
  answers: { 200: signInLinkSchema },
  problems: [],
});

export const signInLinkRedemptionSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed-in'),
    /** The vehicle with which the link was requested, whose report is opened; null: `/my-account` is opened. */
    registration: z.nullable(z.string()),
  }),
  linkEnded,
]);

export type SignInLinkRedemption = z.infer<typeof signInLinkRedemptionSchema>;

/**
 * Redeems a link: sets the session cookie, verifies the address, ends every other link of the account and, if the
 * address was not verified before, every earlier session.
 */
export const redeemSignInLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/link/redeem',
  body: signInTokenSchema,
  answers: { 200: signInLinkRedemptionSchema },
  problems: [],
});

/** A browser that is signed in as this user. */
export const sessionEntrySchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  /** Browser and system, as far as known: `Firefox on Windows`. */
  device: z.nullable(z.string()),
  openedBy: z.enum(['link', 'payment', 'password-totp']),
  createdAt: isoInstantSchema,
  lastSeenAt: isoInstantSchema,
});

export const sessionListSchema = z.object({ sessions: z.array(sessionEntrySchema) });

export type SessionList = z.infer<typeof sessionListSchema>;

/** The signed-in user's sessions: this browser's first, then by last use, newest first. */
export const listSessionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  answers: { 200: sessionListSchema },
  problems: [],
});

/** Signs this browser out; 204 also without a session. */
export const signOutEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/session',
  answers: { 204: undefined },
  problems: [],
});

/** Signs every browser of the user out. */
export const signOutEverywhereEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions',
  answers: { 204: undefined },
  problems: [],
});

/** Ends one session of the signed-in user. */
export const endSessionEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  params: z.object({ id: z.uuid() }),
  answers: { 204: undefined },
  problems: ['not-found'],
});

import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';

/** A password as typed, normalised so that accents composed differently by keyboards match. */
export const passwordField = z.string().check(
  z.minLength(1),
  z.maxLength(400),
  z.overwrite((typed) => typed.normalize('NFKC')),
);

/** Six digits of an authenticator app, or a recovery code. */
export const staffSecondFactorCodeField = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** The address need not be valid: an address without an account gets the same response as a wrong password. */
export const staffSignInSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(400)),
  password: passwordField,
});

/** The enrolment of an authenticator app: the URI of the QR code, and the secret to type instead. */
export const secondFactorEnrolmentSchema = z.object({ uri: z.string(), secret: z.string() });

export type SecondFactorEnrolment = z.infer<typeof secondFactorEnrolmentSchema>;

/**
 * `code`: the second factor is required. `enrol`: there is none yet; this one takes effect when it is confirmed with a
 * code. `refused`: address or password are wrong. `not-admin`: they are right, but the account has no admin role; the
 * browser is signed out.
 */
export const staffSignInAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('code') }),
  z.object({ outcome: z.literal('enrol'), enrolment: secondFactorEnrolmentSchema }),
  z.object({ outcome: z.enum(['refused', 'not-admin']), message: z.string() }),
]);

export type StaffSignInAnswer = z.infer<typeof staffSignInAnswerSchema>;

/** The first step of a staff sign-in (specification section 2, /admin/signin). */
export const startStaffSignInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/sign-in',
  body: staffSignInSchema,
  answers: { 200: staffSignInAnswerSchema },
  problems: ['sign-in-attempts-exceeded'],
});

export const staffSecondFactorCodeSchema = z.object({ code: staffSecondFactorCodeField });

/** `ended`: more than ten minutes or too many wrong codes ago; the user has to start again with the password. */
export const staffSecondFactorAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed-in'),
    /** After an enrolment; shown once only. */
    recoveryCodes: z.nullable(z.array(z.string())),
  }),
  z.object({ outcome: z.enum(['wrong-code', 'ended']) }),
]);

export type StaffSecondFactorAnswer = z.infer<typeof staffSecondFactorAnswerSchema>;

/** The second step: opens a session with staff rights, for twelve hours at most, and ends the browser's earlier one. */
export const completeStaffSignInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/sign-in/code',
  body: staffSecondFactorCodeSchema,
  answers: { 200: staffSecondFactorAnswerSchema },
  problems: ['sign-in-attempts-exceeded'],
});

/** Mails a link with which an admin sets a password; the response is the same for every address. */
export const requestPasswordLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/password-link',
  body: z.object({ email: emailField }),
  answers: { 200: z.object({ outcome: z.literal('sent') }) },
  problems: ['sign-in-mails-exceeded'],
});

/** `weak`: the password breaks a rule, which `message` names. */
export const passwordSetAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['saved', 'expired', 'used']) }),
  z.object({ outcome: z.literal('weak'), message: z.string() }),
]);

export type PasswordSetAnswer = z.infer<typeof passwordSetAnswerSchema>;

/** Sets the password of the user of a mailed link, and ends their staff sessions. Does not sign in. */
export const setStaffPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/password',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), password: passwordField }),
  answers: { 200: passwordSetAnswerSchema },
  problems: ['sign-in-attempts-exceeded'],
});

/** Returns whether this client may use the break-glass secret of the machine. */
export const readBreakGlassAvailabilityEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/break-glass',
  answers: { 200: z.object({ possible: z.boolean() }) },
  problems: [],
});

/** Opens a break-glass session for an hour; `refused`: the secret is wrong. */
export const openBreakGlassSessionEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/break-glass',
  body: z.object({ secret: z.string().check(z.minLength(1), z.maxLength(400)) }),
  answers: { 200: z.object({ outcome: z.enum(['opened', 'refused']) }) },
  problems: ['not-found', 'sign-in-attempts-exceeded'],
});

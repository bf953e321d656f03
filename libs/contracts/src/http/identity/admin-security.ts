import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { secondFactorEnrolmentSchema, passwordField, staffSecondFactorCodeField } from './admin-sign-in.ts';

/** The sign-in methods of a member of staff. */
export const staffSignInMethodsSchema = z.object({
  /** Null: the break-glass session of a machine, which has no account. */
  account: z.nullable(
    z.object({
      email: z.string(),
      /** When the authenticator app was set up. */
      factorSince: z.nullable(isoInstantSchema),
      recoveryCodesLeft: z.int(),
    }),
  ),
});

export type StaffSignInMethods = z.infer<typeof staffSignInMethodsSchema>;

export const readStaffSignInMethodsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/security',
  answers: { 200: staffSignInMethodsSchema },
  problems: [],
});

/** A change of sign-in methods requires both: an unattended session is not enough. */
const proof = { password: passwordField, code: staffSecondFactorCodeField };
/** `refused`: the password or the code is wrong; the response does not say which. */
const refused = z.literal('refused');

export const changeStaffPasswordEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/security/password',
  body: z.object({ ...proof, next: passwordField }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.enum(['saved', 'refused']) }),
      z.object({ outcome: z.literal('weak'), message: z.string() }),
    ]),
  },
  problems: ['not-found', 'sign-in-attempts-exceeded'],
});

/** Proposes another second factor; it takes effect when it is confirmed with a code. */
export const beginStaffSecondFactorChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/security/second-factor',
  body: z.object(proof),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('enrol'), enrolment: secondFactorEnrolmentSchema }),
      z.object({ outcome: refused }),
    ]),
  },
  problems: ['not-found', 'sign-in-attempts-exceeded'],
});

/** Replaces the second factor by the proposed one, with new recovery codes. */
export const confirmStaffSecondFactorChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/security/second-factor/confirm',
  body: z.object({ code: staffSecondFactorCodeField }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('renewed'), recoveryCodes: z.array(z.string()) }),
      z.object({ outcome: refused }),
    ]),
  },
  problems: ['not-found', 'sign-in-attempts-exceeded'],
});

export const renewRecoveryCodesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/security/recovery-codes',
  body: z.object(proof),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('renewed'), recoveryCodes: z.array(z.string()) }),
      z.object({ outcome: refused }),
    ]),
  },
  problems: ['not-found', 'sign-in-attempts-exceeded'],
});

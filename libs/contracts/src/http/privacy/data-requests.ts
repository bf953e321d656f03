import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** The token of a link in one of our mails: 32 random bytes in base64url; any other value is treated as expired. */
const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export const dataRequestSchema = z.object({ email: emailField });

export type DataRequestForm = z.infer<typeof dataRequestSchema>;

/** The data held about an address outside an account. */
export const personalDataSchema = z.object({
  email: z.string(),
  /** Whether an account exists: its data is read, corrected and deleted after signing in. */
  account: z.boolean(),
  newsletter: z.nullable(z.object({ requestedAt: isoInstantSchema, confirmedAt: z.nullable(isoInstantSchema) })),
  /** The streams from which the address unsubscribed. */
  stops: z.array(z.object({ stream: z.string(), stoppedAt: isoInstantSchema })),
  /** Since when the address is suppressed for optional mail, after a bounce or a spam report; null if it is not. */
  suppressedAt: z.nullable(isoInstantSchema),
  /** Enquiries and complaints, newest first. */
  messages: z.array(
    z.object({
      kind: z.enum(['enquiry', 'complaint', 'affiliate']),
      reference: z.nullable(z.string()),
      name: z.string(),
      registration: z.nullable(z.string()),
      message: z.string(),
      receivedAt: isoInstantSchema,
      answered: z.boolean(),
    }),
  ),
  /** Disputed report entries, newest first. */
  disputes: z.array(
    z.object({ registration: z.string(), datum: z.string(), message: z.string(), createdAt: isoInstantSchema }),
  ),
  /**
   * Sign-up forms that led to no account, newest first. Name and postal address are left out: they may belong to
   * another person who mistyped this e-mail address.
   */
  signUps: z.array(z.object({ registration: z.string(), createdAt: isoInstantSchema })),
});

export type PersonalData = z.infer<typeof personalDataSchema>;

/** `expired`: the link is older than an hour, was used to delete, or never existed. */
export const personalDataAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), held: personalDataSchema }),
  z.object({ outcome: z.literal('expired') }),
]);

export type PersonalDataAnswer = z.infer<typeof personalDataAnswerSchema>;

export const dataErasureSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('erased'),
    deleted: z.int(),
    /** Open complaints, each of which is deleted when it is answered. */
    complaints: z.int(),
    /** Forms that may still be paid, which are kept until they have ended. */
    signUps: z.int(),
  }),
  z.object({ outcome: z.literal('expired') }),
]);

export type DataErasure = z.infer<typeof dataErasureSchema>;

/**
 * The response is the same whether or not anything is held about the address; the link is mailed only if something is.
 */
export const requestPersonalDataEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/data-requests',
  body: dataRequestSchema,
  answers: { 202: undefined },
  problems: [],
});

/** Returns what the link in the mail shows. Changes nothing. */
export const readPersonalDataEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/data-requests/read',
  body: linkToken,
  answers: { 200: personalDataAnswerSchema },
  problems: [],
});

export const erasePersonalDataEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/data-requests/erase',
  body: linkToken,
  answers: { 200: dataErasureSchema },
  problems: [],
});

import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { email } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** The token of a link in one of our mails; anything but 32 random bytes in base64url is answered like an expired one. */
const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export const dataRequestSchema = z.object({ email });

export type DataRequestForm = z.infer<typeof dataRequestSchema>;

/** What is held of an address apart from an account. */
export const personalDataSchema = z.object({
  email: z.string(),
  /** There is one: its data is read, corrected and deleted by whoever is signed in to it. */
  account: z.boolean(),
  newsletter: z.nullable(z.object({ requestedAt: isoInstant, confirmedAt: z.nullable(isoInstant) })),
  /** Mails that the address does not want. */
  stops: z.array(z.object({ stream: z.string(), stoppedAt: isoInstant })),
  /** Since when nothing is sent to it that could be stopped, as mail does not arrive or was called spam. */
  suppressedAt: z.nullable(isoInstant),
  /** Enquiries and complaints, newest first. */
  messages: z.array(
    z.object({
      kind: z.enum(['enquiry', 'complaint']),
      reference: z.nullable(z.string()),
      name: z.string(),
      registration: z.nullable(z.string()),
      message: z.string(),
      receivedAt: isoInstant,
      answered: z.boolean(),
    }),
  ),
  /** What was said to be wrong in a report, newest first. */
  disputes: z.array(
    z.object({ registration: z.string(), datum: z.string(), message: z.string(), createdAt: isoInstant }),
  ),
  /**
   * Forms that led to no account, newest first: without name and postal address, as whoever typed this e-mail address by
   * mistake gave theirs.
   */
  signUps: z.array(z.object({ registration: z.string(), createdAt: isoInstant })),
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
    /** How many entries went. */
    deleted: z.int(),
    /** Open ones, each of which is deleted when it is answered. */
    complaints: z.int(),
    /** Forms that may still be paid for, which stay until they have ended. */
    signUps: z.int(),
  }),
  z.object({ outcome: z.literal('expired') }),
]);

export type DataErasure = z.infer<typeof dataErasureSchema>;

/** The answer is the same whether or not anything is held of the address; the link is mailed only if something is. */
export const requestPersonalData = endpoint({
  method: 'POST',
  path: '/api/data-requests',
  body: dataRequestSchema,
  answers: { 202: undefined },
  problems: [],
});

/** What the link of the mail shows. Reading it changes nothing. */
export const readPersonalData = endpoint({
  method: 'POST',
  path: '/api/data-requests/read',
  body: linkToken,
  answers: { 200: personalDataAnswerSchema },
  problems: [],
});

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/api/data-requests/erase',
  body: linkToken,
  answers: { 200: dataErasureSchema },
  problems: [],
});

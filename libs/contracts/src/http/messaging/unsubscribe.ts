import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { optionalMailStreams } from '../../mails.ts';

/** The token of an unsubscribe link in one of our mails, of any stream; any other value gets the outcome `unknown`. */
export const unsubscribeTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export type UnsubscribeToken = z.infer<typeof unsubscribeTokenSchema>;

const stream = z.enum(optionalMailStreams);
const unknown = z.object({ outcome: z.literal('unknown') });

/** `stopped`: nothing of the stream is sent to the link's address. */
export const unsubscribeLinkStateSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), stream, stopped: z.boolean() }),
  unknown,
]);

export type UnsubscribeLinkState = z.infer<typeof unsubscribeLinkStateSchema>;

export const unsubscriptionAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('unsubscribed'), stream }),
  unknown,
]);

export type UnsubscriptionAnswer = z.infer<typeof unsubscriptionAnswerSchema>;

export const resubscriptionAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('subscribed'), stream }),
  unknown,
]);

export type ResubscriptionAnswer = z.infer<typeof resubscriptionAnswerSchema>;

/** Reads the stream and state of an unsubscribe link. Changes nothing, because mail scanners open links. */
export const readUnsubscribeLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe/read',
  body: unsubscribeTokenSchema,
  answers: { 200: unsubscribeLinkStateSchema },
  problems: [],
});

/** Returns `unsubscribed` on every call (idempotent). Other streams are not affected. */
export const unsubscribeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  body: unsubscribeTokenSchema,
  answers: { 200: unsubscriptionAnswerSchema },
  problems: [],
});

/** Subscribes again with the same link, which only the owner of the mailbox has. */
export const resubscribeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/unsubscribe/undo',
  body: unsubscribeTokenSchema,
  answers: { 200: resubscriptionAnswerSchema },
  problems: [],
});

import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** An event of Stripe, as Stripe sends it. Its content is not trusted: the object is read from Stripe again. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  answers: { 200: undefined },
  problems: [],
});

/** What became of a text, as Twilio posts it: a form. `text`: the id of ours that the address was given. */
export const receiveTextReceipt = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/receipts',
  query: z.object({ text: z.optional(z.uuid()) }),
  answers: { 204: undefined },
  problems: [],
});

/** A text to our number, as Twilio posts it: a form. An empty answer: nothing is to be sent back. */
export const receiveInboundText = endpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  answers: { 204: undefined },
  problems: [],
});

/** What became of a mail after our mail server had accepted it. */
export const mailEventSchema = z.object({
  /** `complaint`: its reader called it spam. */
  type: z.enum(['bounce', 'complaint']),
  /** Of a bounce: the address will take no mail tomorrow either. A mailbox that is full may. */
  permanent: z.boolean(),
  /** As the mail server writes it; one that we could not have written to is left out of account. */
  recipient: z.string().check(z.maxLength(320)),
  at: isoInstant,
  /** Message-ID of the mail, where it is known. */
  messageId: z.optional(z.string().check(z.maxLength(998))),
});

export type MailEvent = z.infer<typeof mailEventSchema>;

export const mailEventsSchema = z.object({
  events: z.array(mailEventSchema).check(z.minLength(1), z.maxLength(500)),
});

export type MailEvents = z.infer<typeof mailEventsSchema>;

/** What a relay in front of us was told of mails of ours; signed by it (docs/operations/mails.md). The same may be told again. */
export const receiveMailEvents = endpoint({
  method: 'POST',
  path: '/api/webhooks/mail',
  body: mailEventsSchema,
  answers: { 204: undefined },
  problems: [],
});

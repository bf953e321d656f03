import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** An event of Stripe, as Stripe sends it. Its content is not trusted: the object is read from Stripe again. */
export const receiveStripeEventEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  answers: { 200: undefined },
  problems: [],
});

/**
 * The delivery state of a text, as Twilio posts it: a form. `text`: our id of the text, which the callback URL
 * contains.
 */
export const receiveTextDeliveryReceiptEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/receipts',
  query: z.object({ text: z.optional(z.uuid()) }),
  answers: { 204: undefined },
  problems: [],
});

/** A text to our number, as Twilio posts it: a form. The empty response sends no reply. */
export const receiveInboundTextEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  answers: { 204: undefined },
  problems: [],
});

/** A bounce of, or a spam complaint about, a mail that our mail server had accepted. */
export const mailBounceOrComplaintSchema = z.object({
  /** `complaint`: the recipient marked it as spam. */
  type: z.enum(['bounce', 'complaint']),
  /** For a bounce: whether the address can never receive mail; false for a temporary cause such as a full mailbox. */
  permanent: z.boolean(),
  /** As the mail server writes it; an address that we could not have written to is ignored. */
  recipient: z.string().check(z.maxLength(320)),
  at: isoInstantSchema,
  /** Message-ID of the mail, where it is known. */
  messageId: z.optional(z.string().check(z.maxLength(998))),
});

export type MailBounceOrComplaint = z.infer<typeof mailBounceOrComplaintSchema>;

export const mailBouncesAndComplaintsSchema = z.object({
  events: z.array(mailBounceOrComplaintSchema).check(z.minLength(1), z.maxLength(500)),
});

export type MailBouncesAndComplaints = z.infer<typeof mailBouncesAndComplaintsSchema>;

/** Mail events from the relay, which signs them (docs/operations/mails.md). Idempotent. */
export const receiveMailBouncesAndComplaintsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/mail',
  body: mailBouncesAndComplaintsSchema,
  answers: { 204: undefined },
  problems: [],
});

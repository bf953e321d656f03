import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { maxEmailLength } from '@ve/domain/kernel/email/parse-email';
import { emailField, singleLineField, multiLineTextField } from '../../fields.ts';
import { idempotencyKeySchema } from '../../idempotency-key.ts';

/** Maximum length of each field of an enquiry, in characters. */
export const contactFormLimits = {
  name: 120,
  email: maxEmailLength,
  message: 4_000,
  registration: 20,
  website: 300,
} as const;

export const enquiryKinds = ['enquiry', 'complaint'] as const;

/** A general enquiry, or a complaint. */
export const contactEnquirySchema = z.object({
  name: singleLineField(contactFormLimits.name),
  email: emailField,
  message: multiLineTextField(contactFormLimits.message),
  /** The vehicle the enquiry is about, as typed. */
  registration: z.optional(singleLineField(contactFormLimits.registration)),
  /** Absent: `enquiry`. */
  kind: z.optional(z.enum(enquiryKinds)),
  idempotencyKey: idempotencyKeySchema,
});

export type ContactEnquiry = z.infer<typeof contactEnquirySchema>;

/** ISO 8601 in UTC. */
const instant = z.iso.datetime();

const receipt = {
  /** `VE-7K3M9QXA` */
  reference: z.string(),
  answerBy: instant,
  /** When it is escalated if it is still unanswered. */
  escalationAt: instant,
};

/** The receipt of a complaint: its reference, and its deadlines. */
export const complaintReceiptSchema = z.object(receipt);

export type ComplaintReceipt = z.infer<typeof complaintReceiptSchema>;

/**
 * Responds once the mail to support is queued; the sender gets a confirmation. 200 for a complaint; 202 without a body
 * for any other enquiry, the only kind that pages of earlier releases send. A repeated call of the same sender with the
 * same key gets the first answer.
 */
export const sendEnquiryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  body: contactEnquirySchema,
  answers: { 200: complaintReceiptSchema, 202: undefined },
  problems: [],
});

/** The token of the link in the confirmation: 32 random bytes in base64url; any other value is treated as unknown. */
export const complaintTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** The progress of a complaint. Nothing that was typed is repeated. */
export const complaintStatusSchema = z.union([
  z.object({
    ...receipt,
    outcome: z.literal('found'),
    state: z.enum(['received', 'escalated', 'answered']),
    receivedAt: instant,
    /** Null: it was not escalated. */
    escalatedAt: z.nullable(instant),
    answeredAt: z.nullable(instant),
    /** Closed without an answer, at `answeredAt`. Absent from earlier releases. */
    closed: z.optional(z.boolean()),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);

export type ComplaintStatus = z.infer<typeof complaintStatusSchema>;

/** A POST, so that the token of the link never appears in a URL of an API call. */
export const readComplaintStatusEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/complaint-status',
  body: complaintTokenSchema,
  answers: { 200: complaintStatusSchema },
  problems: [],
});
